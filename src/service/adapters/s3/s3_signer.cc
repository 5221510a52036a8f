#include "service/adapters/s3/s3_signer.h"

#include <algorithm>

#include "service/domain/digest.h"

namespace storey::service {
namespace {

constexpr std::int64_t kMostSeconds = 7 * 24 * 3600;

std::string mac(std::string_view key, std::string_view text) {
  return std::string(as_text(hmac_sha256(key, text)));
}

/// "20130524T000000Z".
std::string basic_time(Timestamp time) {
  const std::string text = to_iso8601(time);  // 2013-05-24T00:00:00.000Z
  std::string basic;
  for (const char c : text.substr(0, 19))
    if (c != '-' && c != ':') basic += c;
  return basic + "Z";
}

std::string joined(const std::map<std::string, std::string>& query) {
  std::string text;
  for (const auto& [name, value] : query)
    text += (text.empty() ? "" : "&") + uri_encoded(name) + "=" + uri_encoded(value);
  return text;
}

}  // namespace

std::string uri_encoded(std::string_view text, std::string_view keep) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '.' || c == '_' || c == '~' || keep.find(c) != std::string_view::npos;
    if (plain)
      encoded += c;
    else
      encoded.append({'%', kDigits[byte >> 4], kDigits[byte & 15]});
  }
  return encoded;
}

// docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html; the names are those of that page.
std::string S3Signer::sign(const S3Request& request, Timestamp now, Timestamp expires,
                           const std::string& endpoint) const {
  const std::size_t host_start = endpoint.find("://") + 3;
  const std::string scheme = endpoint.substr(0, host_start);
  const std::string host = (location_.path_style ? "" : location_.bucket + ".") + endpoint.substr(host_start);
  const std::string path = (location_.path_style ? "/" + uri_encoded(location_.bucket) : std::string()) +
                           "/" + uri_encoded(request.key, "/");

  std::string canonical_headers, signed_headers;
  std::map<std::string, std::string> headers = request.headers;
  headers["host"] = host;
  for (const auto& [name, value] : headers) {
    canonical_headers += name + ":" + value + "\n";
    signed_headers += (signed_headers.empty() ? "" : ";") + name;
  }

  const std::string time = basic_time(now);
  const std::string date = time.substr(0, 8);
  const std::string scope = date + "/" + location_.region + "/s3/aws4_request";
  std::map<std::string, std::string> query = request.query;
  query["X-Amz-Algorithm"] = "AWS4-HMAC-SHA256";
  query["X-Amz-Credential"] = credentials_.access_key + "/" + scope;
  query["X-Amz-Date"] = time;
  query["X-Amz-Expires"] =
      std::to_string(std::clamp<std::int64_t>(unix_seconds(expires) - unix_seconds(now), 1, kMostSeconds));
  query["X-Amz-SignedHeaders"] = signed_headers;
  if (!credentials_.session_token.empty()) query["X-Amz-Security-Token"] = credentials_.session_token;

  const std::string canonical_request = request.method + "\n" + path + "\n" + joined(query) + "\n" +
                                        canonical_headers + "\n" + signed_headers + "\nUNSIGNED-PAYLOAD";
  const std::string to_sign =
      "AWS4-HMAC-SHA256\n" + time + "\n" + scope + "\n" + to_hex(as_text(sha256(canonical_request)));
  const std::string key =
      mac(mac(mac(mac("AWS4" + credentials_.secret_key, date), location_.region), "s3"), "aws4_request");
  return scheme + host + path + "?" + joined(query) + "&X-Amz-Signature=" + to_hex(mac(key, to_sign));
}

}  // namespace storey::service
