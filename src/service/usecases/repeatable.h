// Requests that a client may send again, not knowing whether the first one arrived.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "service/usecases/services.h"

namespace storey::service {

/// How long a repetition is known as one.
inline constexpr Seconds kRepetitionTime{24 * 3600};

/// A request under the client's own token, if it gave one.
struct Repeatable {
  std::string operation;  ///< tokens of one operation mean nothing to another
  std::optional<std::string> token;
  Digest request{};
};

/// `texts`: all that was asked for. Refuses with BAD_USER_INPUT what is no token.
Outcome<Repeatable> repeatable(std::string operation, const std::optional<std::string>& token,
                               std::initializer_list<std::string_view> texts);

/// The identifier of what the same request made before; nothing if it is the first one. Refuses with
/// BAD_USER_INPUT if it asked for something else.
Outcome<std::optional<std::string>> find_repeated(Services& services, Session& session,
                                                  const ClientId& client, const Repeatable& request);

/// Keeps what the request made, in the transaction that makes it.
Outcome<void> note_repeatable(Services& services, Session& session, const ClientId& client,
                              const Repeatable& request, const std::string& subject_id);

}  // namespace storey::service
