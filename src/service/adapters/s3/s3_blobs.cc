#include "service/adapters/s3/s3_blobs.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <pugixml.hpp>
#include <stdexcept>
#include <thread>

#include "service/adapters/s3/s3_blob_writer.h"
#include "service/domain/digest.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

namespace fs = std::filesystem;

/// Of one PUT (Amazon S3, "uploading objects").
constexpr std::uint64_t kMaxPutBytes = 5ull << 30;
/// So often a download that breaks off is taken up again without a byte more.
constexpr int kTriesWithoutProgress = 5;
constexpr std::chrono::milliseconds kDownloadWait{200};

tl::unexpected<Error> file_error(const char* action, const fs::path& file, ErrorCode code) {
  return fail(
      Error{code, std::string("cannot ") + action + ": " + std::strerror(errno), file.string(), {}, {}});
}

/// The store compares it with what arrives.
std::string md5_base64(std::span<const char> bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_md5(), nullptr);
  return to_base64({reinterpret_cast<const char*>(digest.data()), size});
}

std::string without_quotes(std::string text) {
  std::erase(text, '"');
  return text;
}

Result<pugi::xml_node> parsed(pugi::xml_document& document, const std::string& body, const char* root) {
  document.load_buffer(body.data(), body.size());
  const pugi::xml_node node = document.child(root);
  if (!node) return fail(ErrorCode::kUnreadable, std::string("the blob store did not answer with ") + root);
  return node;
}

std::uint64_t number_of(const pugi::xml_node& node, const char* name) {
  return node.child(name).text().as_ullong();
}

/// RFC 6266 in its plain form: the names of results have no quotes in them.
std::string attachment(const std::string& file_name) { return "attachment; filename=\"" + file_name + "\""; }

Result<void> write_all(int descriptor, std::span<const char> bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return file_error("write", {}, ErrorCode::kUnwritable);
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

}  // namespace

std::string S3Blobs::key_of(const BlobId& id) const {
  if (!is_uuid_v7(id.text)) throw std::invalid_argument("a blob needs a UUID as its identifier");
  return client_.location().prefix + id.text.substr(id.text.size() - 2) + "/" + id.text;
}

Result<std::unique_ptr<BlobWriter>> S3Blobs::create(const BlobId& id) {
  return std::make_unique<S3BlobWriter>(*this, id, nullptr);
}

Result<void> S3Blobs::put_whole(const BlobId& id, std::span<const char> bytes,
                                const std::function<bool()>& keep_going) {
  const S3Request request{"PUT", key_of(id), {}, {{"content-md5", md5_base64(bytes)}}};
  STOREY_TRY_VOID(client_.send(request, {.body = bytes, .keep_going = keep_going}));
  return {};
}

Result<std::string> S3Blobs::put_part(const BlobId& id, const std::string& upload, int number,
                                      std::span<const char> bytes, const std::function<bool()>& keep_going) {
  const S3Request request{"PUT",
                          key_of(id),
                          {{"partNumber", std::to_string(number)}, {"uploadId", upload}},
                          {{"content-md5", md5_base64(bytes)}}};
  STOREY_TRY(const S3Answer answer, client_.send(request, {.body = bytes, .keep_going = keep_going}));
  return without_quotes(answer.etag);
}

Result<void> S3Blobs::put_file(const BlobId& id, const fs::path& file,
                               const std::function<bool()>& keep_going) {
  const OpenBlob source(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (source.descriptor() < 0) return file_error("read", file, ErrorCode::kUnreadable);
  S3BlobWriter writer(*this, id, keep_going);
  std::string buffer(1 << 20, '\0');
  while (true) {
    const ssize_t got = ::read(source.descriptor(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return file_error("read", file, ErrorCode::kUnreadable);
    if (got == 0) return writer.commit();
    STOREY_TRY_VOID(writer.write(std::span(buffer).first(static_cast<std::size_t>(got))));
  }
}

Result<void> S3Blobs::concatenate(const BlobId& id, const std::vector<BlobId>& parts,
                                  const std::function<bool()>& keep_going) {
  S3BlobWriter writer(*this, id, keep_going);
  constexpr std::size_t kPiece = 8 << 20;
  for (const BlobId& part : parts) {
    if (!keep_going()) return fail(ErrorCode::kCancelled, "the file is not put together any more");
    for (std::uint64_t offset = 0;; offset += kPiece) {
      STOREY_TRY(const std::string bytes, read(part, offset, kPiece));
      STOREY_TRY_VOID(writer.write(bytes));
      if (bytes.size() < kPiece) break;
    }
  }
  return writer.commit();
}

Result<std::string> S3Blobs::read(const BlobId& id, std::uint64_t offset, std::size_t limit) {
  STOREY_TRY(const std::uint64_t present, size(id));
  if (offset >= present || limit == 0) return std::string();
  const std::uint64_t last = std::min<std::uint64_t>(present, offset + limit) - 1;
  const S3Request request{
      "GET", key_of(id), {}, {{"range", "bytes=" + std::to_string(offset) + "-" + std::to_string(last)}}};
  STOREY_TRY(S3Answer answer, client_.send(request));
  return std::move(answer.body);
}

Result<std::uint64_t> S3Blobs::size(const BlobId& id) {
  STOREY_TRY(const S3Answer answer, client_.send({"HEAD", key_of(id)}));
  if (!answer.size) return fail(ErrorCode::kUnreadable, "the blob store does not say how large a blob is");
  return *answer.size;
}

Result<void> S3Blobs::bring(const BlobId& id, int descriptor, const std::function<bool()>& keep_going) {
  STOREY_TRY(const std::uint64_t whole, size(id));
  std::uint64_t here = 0;
  Result<void> stored;
  S3Exchange exchange;
  exchange.sink = [&](std::span<const char> bytes) {
    stored = write_all(descriptor, bytes, here);
    if (stored) here += bytes.size();
    return stored.has_value();
  };
  exchange.keep_going = keep_going;
  int failures = 0;
  while (here < whole) {
    const std::uint64_t before = here;
    const S3Request request{"GET", key_of(id), {}, {{"range", "bytes=" + std::to_string(here) + "-"}}};
    const auto answer = client_.send(request, exchange);
    if (!stored) return stored;
    if (answer && here == whole) break;
    if (!answer && answer.error().code != ErrorCode::kUnreadable) return fail(answer.error());
    failures = here > before ? 1 : failures + 1;
    if (failures == kTriesWithoutProgress)
      return answer ? fail(ErrorCode::kUnreadable, "the blob store broke off a download")
                    : fail(answer.error());
    std::this_thread::sleep_for(kDownloadWait * failures * failures);
  }
  return {};
}

Result<OpenBlob> S3Blobs::open(const BlobId& id, const std::function<bool()>& keep_going) {
  OpenBlob file(::open(scratch_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file.descriptor() < 0) return file_error("make a file", scratch_, ErrorCode::kUnwritable);
  STOREY_TRY_VOID(bring(id, file.descriptor(), keep_going));
  return file;
}

Result<void> S3Blobs::fetch(const BlobId& id, const fs::path& file, const std::function<bool()>& keep_going) {
  const OpenBlob target(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (target.descriptor() < 0) return file_error("make the file", file, ErrorCode::kUnwritable);
  auto brought = bring(id, target.descriptor(), keep_going);
  if (!brought) ::unlink(file.c_str());
  return brought;
}

Result<void> S3Blobs::erase(const BlobId& id) {
  const auto answer = client_.send({"DELETE", key_of(id)});
  if (!answer && answer.error().code != ErrorCode::kNotFound) return fail(answer.error());
  return {};
}

Result<std::vector<StoredBlob>> S3Blobs::list(const std::string& ending) {
  std::vector<StoredBlob> found;
  const std::string prefix = client_.location().prefix + ending + "/";
  std::string next;
  do {
    S3Request request{"GET", "", {{"list-type", "2"}, {"prefix", prefix}}, {}};
    if (!next.empty()) request.query["continuation-token"] = next;
    STOREY_TRY(const S3Answer answer, client_.send(request));
    pugi::xml_document document;
    STOREY_TRY(const pugi::xml_node listing, parsed(document, answer.body, "ListBucketResult"));
    for (const pugi::xml_node entry : listing.children("Contents")) {
      const std::string name = std::string(entry.child_value("Key")).substr(prefix.size());
      const auto stored = parse_iso8601(entry.child_value("LastModified"));
      if (is_uuid_v7(name) && stored) found.push_back({BlobId(name), *stored});
    }
    next = listing.child_value("NextContinuationToken");
  } while (!next.empty());
  return found;
}

Result<void> S3Blobs::erase_unfinished(Timestamp time) {
  std::string key_marker, upload_marker;
  do {
    S3Request request{"GET", "", {{"uploads", ""}, {"prefix", client_.location().prefix}}, {}};
    if (!key_marker.empty()) {
      request.query["key-marker"] = key_marker;
      request.query["upload-id-marker"] = upload_marker;
    }
    STOREY_TRY(const S3Answer answer, client_.send(request));
    pugi::xml_document document;
    STOREY_TRY(const pugi::xml_node listing, parsed(document, answer.body, "ListMultipartUploadsResult"));
    for (const pugi::xml_node entry : listing.children("Upload")) {
      const auto begun = parse_iso8601(entry.child_value("Initiated"));
      const std::string key = entry.child_value("Key");
      if (!begun || *begun >= time || key.size() < 36) continue;
      STOREY_TRY_VOID(abort_parts(BlobId(key.substr(key.size() - 36)), entry.child_value("UploadId")));
    }
    const bool more = std::string_view(listing.child_value("IsTruncated")) == "true";
    key_marker = more ? listing.child_value("NextKeyMarker") : "";
    upload_marker = listing.child_value("NextUploadIdMarker");
  } while (!key_marker.empty());
  return {};
}

Result<void> S3Blobs::check() {
  STOREY_TRY_VOID(client_.send_once({"HEAD", ""}, {}));
  return {};
}

std::string S3Blobs::origin() const {
  const std::string address = client_.address({"GET"}, Timestamp());
  return address.substr(0, address.find('/', address.find("://") + 3));
}

std::string S3Blobs::put_address(const BlobId& id, Timestamp expires) const {
  return client_.address({"PUT", key_of(id)}, expires);
}

std::uint64_t S3Blobs::max_put_bytes() const { return kMaxPutBytes; }

std::string S3Blobs::get_address(const BlobId& id, const std::string& file_name,
                                 const std::string& content_type, Timestamp expires) const {
  return client_.address({"GET",
                          key_of(id),
                          {{"response-content-disposition", attachment(file_name)},
                           {"response-content-type", content_type},
                           {"response-cache-control", "private, max-age=0, must-revalidate"}},
                          {}},
                         expires);
}

Result<std::string> S3Blobs::begin_parts(const BlobId& id) {
  STOREY_TRY(const S3Answer answer, client_.send({"POST", key_of(id), {{"uploads", ""}}, {}}));
  pugi::xml_document document;
  STOREY_TRY(const pugi::xml_node begun, parsed(document, answer.body, "InitiateMultipartUploadResult"));
  return std::string(begun.child_value("UploadId"));
}

std::string S3Blobs::part_address(const BlobId& id, const std::string& upload, int number,
                                  Timestamp expires) const {
  return client_.address(
      {"PUT", key_of(id), {{"partNumber", std::to_string(number)}, {"uploadId", upload}}, {}}, expires);
}

Result<std::vector<UploadedPart>> S3Blobs::list_parts(const BlobId& id, const std::string& upload) {
  std::vector<UploadedPart> parts;
  std::string marker;
  do {
    S3Request request{"GET", key_of(id), {{"uploadId", upload}}, {}};
    if (!marker.empty()) request.query["part-number-marker"] = marker;
    STOREY_TRY(const S3Answer answer, client_.send(request));
    pugi::xml_document document;
    STOREY_TRY(const pugi::xml_node listing, parsed(document, answer.body, "ListPartsResult"));
    for (const pugi::xml_node part : listing.children("Part"))
      parts.push_back({static_cast<int>(number_of(part, "PartNumber")),
                       without_quotes(part.child_value("ETag")),
                       number_of(part, "Size"),
                       {}});
    const bool more = std::string_view(listing.child_value("IsTruncated")) == "true";
    marker = more ? listing.child_value("NextPartNumberMarker") : "";
  } while (!marker.empty());
  return parts;
}

Result<void> S3Blobs::finish_parts(const BlobId& id, const std::string& upload,
                                   const std::vector<UploadedPart>& parts) {
  std::string body = "<CompleteMultipartUpload>";
  for (const UploadedPart& part : parts)
    body += "<Part><PartNumber>" + std::to_string(part.number) + "</PartNumber><ETag>\"" + part.etag +
            "\"</ETag></Part>";
  body += "</CompleteMultipartUpload>";
  const auto answer = client_.send({"POST", key_of(id), {{"uploadId", upload}}, {}}, {.body = body});
  if (answer) return {};
  // Where the answer to a first try was lost, the upload is no more, and the object is there.
  if (answer.error().code == ErrorCode::kNotFound && size(id)) return {};
  return fail(answer.error());
}

Result<void> S3Blobs::abort_parts(const BlobId& id, const std::string& upload) {
  const auto answer = client_.send({"DELETE", key_of(id), {{"uploadId", upload}}, {}});
  if (!answer && answer.error().code != ErrorCode::kNotFound) return fail(answer.error());
  return {};
}

Result<void> S3Blobs::copy(const BlobId& from, const BlobId& to) {
  const std::string source =
      "/" + uri_encoded(client_.location().bucket) + "/" + uri_encoded(key_of(from), "/");
  STOREY_TRY_VOID(client_.send({"PUT", key_of(to), {}, {{"x-amz-copy-source", source}}}));
  return {};
}

}  // namespace storey::service
