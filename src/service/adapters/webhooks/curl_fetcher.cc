#include "service/adapters/webhooks/curl_fetcher.h"

#include <charconv>
#include <memory>
#include <string_view>
#include <thread>

#include "base/trace.h"

namespace storey::service {
namespace {

using Steady = std::chrono::steady_clock;

constexpr long kConnectSeconds = 15;
constexpr int kMaxBreaks =
    5;  ///< in a row, of connections that brought less than the least rate in its window
constexpr std::chrono::seconds kPause{1};

/// One file, by as many connections as it takes.
struct Download {
  const BodySink& sink;
  const KeepGoing& keep_going;
  std::uint64_t received = 0;  ///< bytes that went into the sink
  std::uint64_t size = 0;      ///< bytes of the whole file; 0: unknown
  std::string etag = {};       ///< of the file that the bytes belong to; empty if it has no strong one
  bool refused = false;        ///< the sink took no more
};

/// One of the connections.
struct Connection {
  Download& download;
  CURL* handle = nullptr;
  std::uint64_t first = 0;   ///< the byte of the file that it begins with
  bool other_bytes = false;  ///< the source answered with something else than the rest of the file
};

/// Of the answer that is coming in; empty if it has no such header.
std::string header_of(CURL* handle, const char* name) {
  curl_header* header = nullptr;
  return curl_easy_header(handle, name, 0, CURLH_HEADER, -1, &header) == CURLHE_OK ? header->value : "";
}

long status_of(CURL* handle) {
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

/// Whether `header` is `bytes FIRST-…`.
bool begins_at(std::string_view header, std::uint64_t first) {
  constexpr std::string_view kUnit = "bytes ";
  if (!header.starts_with(kUnit)) return false;
  header.remove_prefix(kUnit.size());
  std::uint64_t number = 0;
  const auto [end, status] = std::from_chars(header.data(), header.data() + header.size(), number);
  return status == std::errc() && end != header.data() + header.size() && *end == '-' && number == first;
}

/// Looks at the head of the answer before its first byte is taken. False if the bytes are not those to come.
bool begin_body(const Connection& connection) {
  Download& download = connection.download;
  if (connection.first > 0)
    return status_of(connection.handle) == 206 &&
           begins_at(header_of(connection.handle, "Content-Range"), connection.first);
  curl_off_t announced = 0;
  curl_easy_getinfo(connection.handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &announced);
  download.size = announced > 0 ? static_cast<std::uint64_t>(announced) : 0;
  download.etag = header_of(connection.handle, "ETag");
  if (!download.etag.starts_with('"')) download.etag.clear();  // a weak one does not stand for the same bytes
  return true;
}

std::size_t take(char* bytes, std::size_t size, std::size_t count, void* user) {
  auto& connection = *static_cast<Connection*>(user);
  Download& download = connection.download;
  const std::size_t length = size * count;
  const long status = status_of(connection.handle);
  if (status != 200 && status != 206) return length;  // the text of an error is of no use here
  if (download.received == connection.first && !begin_body(connection)) {
    connection.other_bytes = true;
    return 0;
  }
  download.received += length;
  download.refused = !download.sink({bytes, length}, download.size);
  return download.refused ? 0 : length;
}

int watch(void* user, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<const Connection*>(user)->download.keep_going() ? 0 : 1;
}

HeaderList headers_for(const Download& download, const std::string& traceparent) {
  HeaderList headers;
  const auto add = [&](const std::string& header) {
    headers.reset(curl_slist_append(headers.release(), header.c_str()));
  };
  if (!traceparent.empty()) add(std::string(kTraceHeader) + ": " + traceparent);
  if (download.received > 0) {
    add("Range: bytes=" + std::to_string(download.received) + "-");
    add("If-Range: " + download.etag);
  }
  return headers;
}

void set_options(Connection& connection, curl_slist* headers, std::uint64_t min_rate,
                 std::chrono::seconds window, std::chrono::seconds timeout) {
  CURL* handle = connection.handle;
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, kConnectSeconds);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, static_cast<long>(min_rate));
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, static_cast<long>(window.count()));
  curl_easy_setopt(handle, CURLOPT_TIMEOUT, static_cast<long>(timeout.count()));
  curl_easy_setopt(handle, CURLOPT_BUFFERSIZE, 256L * 1024);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &connection);
  curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, watch);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &connection);
}

/// What the end of a connection means for the fetch.
Result<void> verdict_of(const Connection& connection, const CallGuard& guard, CURLcode code) {
  const Download& download = connection.download;
  if (code == CURLE_ABORTED_BY_CALLBACK) return fail(ErrorCode::kCancelled, "the fetch was cancelled");
  if (download.refused) return fail(ErrorCode::kLimit, "the bytes could not be taken");
  if (guard.refused)
    return fail(ErrorCode::kInvalidArgument, "the address leads to a private, local or reserved network");
  const long status = status_of(connection.handle);
  if (connection.other_bytes || (connection.first > 0 && status == 200))
    return fail(ErrorCode::kUnreadable, "the file changed while it was fetched");
  if (code != CURLE_OK) return fail(ErrorCode::kUnreadable, curl_easy_strerror(code));
  const bool is_rest = connection.first > 0;
  if (status != (is_rest ? 206 : 200))
    return fail(is_rest || status >= 500 || status == 429 ? ErrorCode::kUnreadable : ErrorCode::kWrongFormat,
                "the source answered with status " + std::to_string(status));
  if (download.size > 0 && download.received != download.size)
    return fail(ErrorCode::kUnreadable, "the source ended before the end of the file");
  return {};
}

}  // namespace

Result<void> CurlFetcher::fetch(const std::string& url, const std::string& traceparent, const BodySink& sink,
                                const KeepGoing& keep_going) {
  const Steady::time_point deadline = Steady::now() + timeout_;
  Download download{sink, keep_going};
  for (int breaks = 0;;) {
    const auto left = std::chrono::duration_cast<std::chrono::seconds>(deadline - Steady::now());
    if (left.count() <= 0) return fail(ErrorCode::kUnreadable, "the file did not come within its time");
    CallGuard guard;
    const CurlHandle handle = make_guarded_handle(url, rules_, guard);
    Connection connection{download, handle.get(), download.received};
    const HeaderList headers = headers_for(download, traceparent);
    set_options(connection, headers.get(), min_rate_, window_, left);
    auto verdict = verdict_of(connection, guard, curl_easy_perform(handle.get()));
    if (verdict || verdict.error().code != ErrorCode::kUnreadable) return verdict;
    if (download.etag.empty() || connection.other_bytes) return verdict;
    const bool went_on =
        download.received - connection.first >= min_rate_ * static_cast<std::uint64_t>(window_.count());
    breaks = went_on ? 1 : breaks + 1;
    if (breaks > kMaxBreaks || !keep_going()) return verdict;
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace storey::service
