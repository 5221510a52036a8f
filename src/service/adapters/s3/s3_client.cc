#include "service/adapters/s3/s3_client.h"

#include <curl/curl.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstring>
#include <pugixml.hpp>
#include <thread>

#include "service/domain/try.h"

namespace storey::service {
namespace {

using std::chrono::milliseconds;

constexpr long kConnectSeconds = 5;
constexpr long kStallBytes = 1024;  // a second
constexpr long kStallSeconds = 20;
constexpr int kTries = 5;
constexpr int kInsufficientStorage = 507;  // RFC 4918
constexpr milliseconds kFirstWait{100};
constexpr std::chrono::minutes kSignedFor{15};
/// Of the body of an answer that is kept in memory.
constexpr std::size_t kMostBodyBytes = 16 << 20;

struct HeaderListCloser {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};

/// One exchange under way, as curl's functions see it.
struct Transfer {
  CURL* handle;
  const S3Exchange& exchange;
  S3Answer answer;
  std::size_t sent = 0;
  bool refused = false;    ///< by the sink
  bool cancelled = false;  ///< by `keep_going`
};

std::size_t take_body(char* bytes, std::size_t size, std::size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  const std::span<const char> piece(bytes, size * count);
  long status = 0;
  curl_easy_getinfo(transfer.handle, CURLINFO_RESPONSE_CODE, &status);
  if (transfer.exchange.sink && status < 300) {
    transfer.refused = !transfer.exchange.sink(piece);
    return transfer.refused ? 0 : piece.size();
  }
  if (transfer.answer.body.size() + piece.size() > kMostBodyBytes) return 0;
  transfer.answer.body.append(piece.data(), piece.size());
  return piece.size();
}

std::size_t take_header(char* bytes, std::size_t size, std::size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  const std::string_view line(bytes, size * count);
  constexpr std::string_view kEtag = "etag:";
  if (line.size() > kEtag.size() && std::equal(kEtag.begin(), kEtag.end(), line.begin(), [](char a, char b) {
        return a == std::tolower(static_cast<unsigned char>(b));
      })) {
    const std::string_view value = line.substr(kEtag.size());
    const std::size_t first = value.find_first_not_of(' ');
    transfer.answer.etag = std::string(value.substr(first, value.find_last_not_of("\r\n ") - first + 1));
  }
  return line.size();
}

std::size_t give_body(char* bytes, std::size_t size, std::size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  const std::size_t piece = std::min(size * count, transfer.exchange.body.size() - transfer.sent);
  std::memcpy(bytes, transfer.exchange.body.data() + transfer.sent, piece);
  transfer.sent += piece;
  return piece;
}

int give_body_again(void* user, curl_off_t offset, int origin) {
  if (origin != SEEK_SET) return CURL_SEEKFUNC_CANTSEEK;
  static_cast<Transfer*>(user)->sent = static_cast<std::size_t>(offset);
  return CURL_SEEKFUNC_OK;
}

int watch(void* user, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  auto& transfer = *static_cast<Transfer*>(user);
  transfer.cancelled = transfer.exchange.keep_going && !transfer.exchange.keep_going();
  return transfer.cancelled ? 1 : 0;
}

/// "NoSuchKey: The specified key does not exist", as the store says it in XML.
std::string words_of(const std::string& body) {
  pugi::xml_document document;
  if (!document.load_buffer(body.data(), body.size())) return {};
  const pugi::xml_node error = document.child("Error");
  const std::string code = error.child_value("Code");
  const std::string message = error.child_value("Message");
  return code + (message.empty() ? "" : ": " + message);
}

bool writes(const S3Request& request) { return request.method != "GET" && request.method != "HEAD"; }

tl::unexpected<Error> trouble(const S3Request& request, const std::string& what) {
  return fail(writes(request) ? ErrorCode::kUnwritable : ErrorCode::kUnreadable,
              "the blob store failed: " + what, "see that the store runs and that this machine reaches it");
}

Result<S3Answer> judged(const S3Request& request, S3Answer answer) {
  // Some requests fail after their answer has begun: then the error is the body of a success.
  const std::string words = answer.status >= 300 || answer.body.find("<Error>") != std::string::npos
                                ? words_of(answer.body)
                                : std::string();
  if (answer.status >= 200 && answer.status < 300 && words.empty()) return answer;
  const std::string what = "status " + std::to_string(answer.status) + (words.empty() ? "" : ", " + words);
  if (answer.status == kInsufficientStorage || words.starts_with("QuotaExceeded"))
    return fail(ErrorCode::kUnwritable, "the blob store is full: " + what,
                "raise the quota of the bucket, or make room in it");
  if (answer.status >= 500 || answer.status < 300 || answer.status == 429 || answer.status == 408)
    return trouble(request, what);
  if (answer.status == 404) return fail(ErrorCode::kNotFound, "the blob store has no such thing: " + what);
  if (answer.status == 401 || answer.status == 403)
    return fail(writes(request) ? ErrorCode::kUnwritable : ErrorCode::kUnreadable,
                "the blob store refuses this service: " + what, "check the credentials and what they may do");
  return fail(ErrorCode::kInvalidArgument, "the blob store does not take the request: " + what);
}

bool may_pass(const Error& error) {
  return error.code == ErrorCode::kUnreadable || error.code == ErrorCode::kUnwritable;
}

}  // namespace

/// A handle of curl in use; goes back with its connection.
class S3Client::Handle {
 public:
  explicit Handle(S3Client& client) : client_(client) {
    {
      const std::lock_guard lock(client_.mutex_);
      if (!client_.idle_.empty()) {
        handle_ = client_.idle_.back();
        client_.idle_.pop_back();
      }
    }
    if (handle_ == nullptr) handle_ = curl_easy_init();
  }
  ~Handle() {
    curl_easy_reset(handle_);
    const std::lock_guard lock(client_.mutex_);
    client_.idle_.push_back(handle_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  CURL* get() const { return handle_; }

 private:
  S3Client& client_;
  CURL* handle_ = nullptr;
};

S3Client::S3Client(S3Location location, S3Credentials credentials, const Clock& clock)
    : signer_(std::move(location), std::move(credentials)), clock_(clock) {}

S3Client::~S3Client() {
  for (void* handle : idle_) curl_easy_cleanup(handle);
}

std::string S3Client::address(const S3Request& request, Timestamp expires) const {
  return signer_.sign(request, clock_.now(), expires, location().public_endpoint);
}

Result<S3Answer> S3Client::send(const S3Request& request, const S3Exchange& exchange) {
  milliseconds wait = kFirstWait;
  for (int attempt = 1;; ++attempt, wait *= 3) {
    auto answer = send_once(request, exchange);
    // What has gone into a sink cannot be taken back: who gave it goes on from there.
    if (answer || !may_pass(answer.error()) || exchange.sink || attempt == kTries) return answer;
    if (exchange.keep_going && !exchange.keep_going()) return answer;
    std::this_thread::sleep_for(wait);
  }
}

Result<S3Answer> S3Client::send_once(const S3Request& request, const S3Exchange& exchange) {
  const Handle pooled(*this);
  CURL* const handle = pooled.get();
  Transfer transfer{handle, exchange, {}};
  const Timestamp now = clock_.now();
  const std::string url = signer_.sign(request, now, now + kSignedFor, location().endpoint);
  // Without these curl asks first whether the body may come, and sends a type of its own.
  std::unique_ptr<curl_slist, HeaderListCloser> headers(curl_slist_append(nullptr, "Expect:"));
  headers.reset(curl_slist_append(headers.release(), "Content-Type:"));
  for (const auto& [name, value] : request.headers)
    headers.reset(curl_slist_append(headers.release(), (name + ": " + value).c_str()));
  curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers.get());
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, kConnectSeconds);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, kStallBytes);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, kStallSeconds);
  curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, request.method.c_str());
  if (request.method == "HEAD") curl_easy_setopt(handle, CURLOPT_NOBODY, 1L);
  if (request.method == "PUT" || request.method == "POST") {
    curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(handle, CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(exchange.body.size()));
    curl_easy_setopt(handle, CURLOPT_READFUNCTION, give_body);
    curl_easy_setopt(handle, CURLOPT_READDATA, &transfer);
    curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, give_body_again);
    curl_easy_setopt(handle, CURLOPT_SEEKDATA, &transfer);
    curl_easy_setopt(handle, CURLOPT_UPLOAD_BUFFERSIZE, 1L << 20);
  }
  curl_easy_setopt(handle, CURLOPT_BUFFERSIZE, 256L << 10);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_body);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &transfer);
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, take_header);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, &transfer);
  curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, watch);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &transfer);
  const CURLcode code = curl_easy_perform(handle);
  if (transfer.cancelled) return fail(ErrorCode::kCancelled, "the transfer was cancelled");
  if (transfer.refused) return fail(ErrorCode::kUnwritable, "the bytes could not be taken");
  if (code != CURLE_OK) return trouble(request, curl_easy_strerror(code));
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  curl_off_t size = -1;
  curl_easy_getinfo(handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &size);
  transfer.answer.status = static_cast<int>(status);
  if (size >= 0) transfer.answer.size = static_cast<std::uint64_t>(size);
  return judged(request, std::move(transfer.answer));
}

}  // namespace storey::service
