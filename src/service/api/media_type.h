// Which of the forms that the service can write a client prefers.
#pragma once

#include <span>
#include <string_view>

namespace storey::service {

/// The best of `offered` by the weights of an Accept header (RFC 9110 12.5.1), the earlier one among equals;
/// empty if none is accepted. An empty header accepts the first.
std::string_view choose_media_type(std::string_view accept, std::span<const std::string_view> offered);

/// Whether an Accept-Encoding header (RFC 9110 12.5.3) takes gzip. An empty one takes the bytes as they are.
bool accepts_gzip(std::string_view accept_encoding);

}  // namespace storey::service
