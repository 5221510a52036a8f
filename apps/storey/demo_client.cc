#include "demo_client.h"

#include <curl/curl.h>

#include <cstdio>
#include <fstream>
#include <memory>

#include "service/domain/digest.h"
#include "service/domain/try.h"

namespace storey {
namespace {

namespace json = boost::json;

using Chunk = std::function<void(std::string_view)>;

struct Call {
  std::string method = "POST";
  std::string url;
  std::vector<std::string> headers;
  std::string body;
  std::filesystem::path file;  ///< sent instead of the body, if it is set
  Chunk on_bytes;
};

std::size_t pass_on(char* bytes, std::size_t size, std::size_t count, void* user) {
  (*static_cast<const Chunk*>(user))({bytes, size * count});
  return size * count;
}

/// Makes the call and returns the HTTP status.
Result<long> perform(const Call& call) {
  const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> handle(curl_easy_init(), curl_easy_cleanup);
  std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> headers(nullptr, curl_slist_free_all);
  for (const std::string& header : call.headers)
    headers.reset(curl_slist_append(headers.release(), header.c_str()));
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(nullptr, std::fclose);
  curl_easy_setopt(handle.get(), CURLOPT_URL, call.url.c_str());
  curl_easy_setopt(handle.get(), CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle.get(), CURLOPT_NOPROXY, "*");
  curl_easy_setopt(handle.get(), CURLOPT_HTTPHEADER, headers.get());
  curl_easy_setopt(handle.get(), CURLOPT_WRITEFUNCTION, pass_on);
  curl_easy_setopt(handle.get(), CURLOPT_WRITEDATA, &call.on_bytes);
  if (!call.file.empty()) {
    file.reset(std::fopen(call.file.c_str(), "rb"));
    if (!file) return fail(Error{ErrorCode::kUnreadable, "cannot read the file", call.file.string(), {}, {}});
    curl_easy_setopt(handle.get(), CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(handle.get(), CURLOPT_READDATA, file.get());
    curl_easy_setopt(handle.get(), CURLOPT_INFILESIZE_LARGE,
                     static_cast<curl_off_t>(std::filesystem::file_size(call.file)));
  } else if (call.method == "POST") {
    curl_easy_setopt(handle.get(), CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(call.body.size()));
    curl_easy_setopt(handle.get(), CURLOPT_POSTFIELDS, call.body.c_str());
  }
  const CURLcode code = curl_easy_perform(handle.get());
  if (code != CURLE_OK)
    return fail(ErrorCode::kUnreadable, std::string("the service: ") + curl_easy_strerror(code));
  long status = 0;
  curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
  return status;
}

/// The answer as a JSON object.
Result<json::object> perform_json(Call call) {
  std::string text;
  call.on_bytes = [&](std::string_view bytes) { text.append(bytes); };
  STOREY_TRY(const long status, perform(call));
  json::error_code parsed;
  json::value value = json::parse(text, parsed);
  if (parsed || !value.is_object())
    return fail(ErrorCode::kInternal, "the service answered " + std::to_string(status) + ": " + text);
  return std::move(value.get_object());
}

Result<json::object> data_of(json::object answer) {
  if (const auto* errors = answer.if_contains("errors"))
    return fail(ErrorCode::kInternal,
                std::string(errors->get_array().front().get_object().at("message").get_string()));
  return std::move(answer.at("data").get_object());
}

std::string graphql_body(const std::string& document, const json::object& variables) {
  return json::serialize(json::object{{"query", document}, {"variables", variables}});
}

}  // namespace

Result<void> DemoClient::authenticate(const std::string& client_id, const std::string& client_secret) {
  const std::string basic = service::to_base64(client_id + ":" + client_secret);
  const json::object body{
      {"client_id", client_id}, {"client_secret", client_secret}, {"grant_type", "client_credentials"}};
  STOREY_TRY(const json::object answer,
             perform_json({"POST",
                           base_ + "/authentication/token",
                           {"Content-Type: application/json", "Authorization: Basic " + basic},
                           json::serialize(body),
                           {},
                           {}}));
  const auto* token = answer.if_contains("access_token");
  if (token == nullptr) return fail(ErrorCode::kInternal, "the service gave no token");
  token_ = std::string(token->get_string());
  return {};
}

Result<json::object> DemoClient::run(const std::string& document, const json::object& variables) const {
  STOREY_TRY(json::object answer,
             perform_json({"POST",
                           base_ + "/graphql",
                           {"Content-Type: application/json", "Authorization: Bearer " + token_},
                           graphql_body(document, variables),
                           {},
                           {}}));
  return data_of(std::move(answer));
}

Result<void> DemoClient::put_file(const std::string& url, const std::filesystem::path& file) const {
  STOREY_TRY(const long status, perform({"PUT", url, {}, {}, file, [](std::string_view) {}}));
  if (status != 200)
    return fail(ErrorCode::kInternal, "the upload was answered with " + std::to_string(status));
  return {};
}

Result<void> DemoClient::subscribe(const std::string& document, const json::object& variables,
                                   const std::function<void(const json::object&)>& on_event) const {
  std::string pending;
  Call call{
      "POST",
      base_ + "/graphql",
      {"Content-Type: application/json", "Accept: text/event-stream", "Authorization: Bearer " + token_},
      graphql_body(document, variables),
      {},
      {}};
  call.on_bytes = [&](std::string_view bytes) {
    constexpr std::string_view kData = "data: {";
    pending.append(bytes);
    for (std::size_t end = pending.find('\n'); end != std::string::npos; end = pending.find('\n')) {
      const std::string line = pending.substr(0, end);
      pending.erase(0, end + 1);
      if (!line.starts_with(kData)) continue;
      json::error_code status;
      const json::value value = json::parse(line.substr(kData.size() - 1), status);
      if (!status && value.get_object().contains("data") && value.get_object().at("data").is_object())
        on_event(value.get_object().at("data").get_object());
    }
  };
  STOREY_TRY(const long status, perform(call));
  if (status != 200)
    return fail(ErrorCode::kInternal, "the subscription was answered with " + std::to_string(status));
  return {};
}

Result<void> DemoClient::download(const std::string& url, const std::filesystem::path& file) const {
  std::ofstream stream(file, std::ios::binary);
  Call call{"GET", url, {}, {}, {}, {}};
  call.on_bytes = [&](std::string_view bytes) {
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  };
  STOREY_TRY(const long status, perform(call));
  if (status != 200 || !stream.flush())
    return fail(Error{ErrorCode::kUnwritable, "the download failed", file.string(), {}, {}});
  return {};
}

}  // namespace storey
