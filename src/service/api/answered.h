// Work that only reads a little: on the event loop where the store answers at once, beside it where it is
// remote.
#pragma once

#include <string_view>
#include <type_traits>

#include "http/offload.h"
#include "service/usecases/services.h"

namespace storey::service {

/// `co_await answered(services, party, work)` in a handler gives what `work` returns; see http::offload.
template <class Work>
http::Task<std::invoke_result_t<Work&>> answered(const Services& services, std::string_view party,
                                                 Work& work) {
  if (services.answers_at_once()) co_return work();
  auto result = co_await http::offload(party, work);
  co_return result;
}

}  // namespace storey::service
