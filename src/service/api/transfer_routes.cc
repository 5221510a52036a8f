#include "service/api/transfer_routes.h"

#include <any>
#include <memory>
#include <new>
#include <span>

#include "http/offload.h"
#include "service/api/admission.h"
#include "service/api/answered.h"
#include "service/api/failure_response.h"
#include "service/domain/try.h"
#include "service/usecases/results.h"
#include "service/usecases/uploads.h"

namespace storey::service {
namespace {

constexpr std::size_t kBufferBytes = 1 << 20;

Outcome<void> check_signature(const Services& services, const http::Request& request) {
  const auto expires = request.query_value("expires");
  const auto signature = request.query_value("signature");
  const std::string path = request.path.substr(std::string_view("/v1").size());
  if (!expires || !signature)
    return refuse(FailureCode::kForbidden, "this address needs its signature; use it as it was given");
  switch (services.key.check_path(path, *expires, *signature, services.clock.now())) {
    case ServerKey::PathCheck::kValid:
      return {};
    case ServerKey::PathCheck::kExpired:
      return refuse(FailureCode::kUploadExpired, "this address has expired; ask for another one");
    case ServerKey::PathCheck::kForged:
      break;
  }
  return refuse(FailureCode::kForbidden, "the signature does not fit the address");
}

/// The path must be the one that was signed, and its time not over when it was asked first: a request that
/// then waits for its turn has come in time.
const Outcome<void>& check_address(const Services& services, http::Request& request) {
  auto& admission = std::any_cast<Admission&>(request.context);
  if (!admission.address) admission.address = check_signature(services, request);
  return *admission.address;
}

/// All that a client sends and fetches is done in its name: by addresses, whoever has many of them would have
/// most. Who made up an address is nobody's client.
template <class FindOut>
http::Task<std::string> party_of_address(const Services& services, http::Request& request, FindOut find_out) {
  if (!check_address(services, request)) co_return request.party;
  const Outcome<ClientId> client = co_await answered(services, request.remote_address, find_out);
  co_return client ? client->text : request.party;
}

/// The number of a part in the path; -1 if it is none.
int part_number(const http::Request& request) {
  const auto number = http::parse_decimal(request.parameter("part"));
  constexpr std::uint64_t kMax = 1'000'000;
  return number && *number > 0 && *number <= kMax ? static_cast<int>(*number) : -1;
}

/// Memory that the blob store can give to the disk as it is.
class PieceBuffer {
 public:
  std::span<char> bytes() { return {bytes_.get(), kBufferBytes}; }

 private:
  struct Free {
    void operator()(char* bytes) const { ::operator delete(bytes, std::align_val_t(kBlobAlignment)); }
  };
  std::unique_ptr<char, Free> bytes_{
      static_cast<char*>(::operator new(kBufferBytes, std::align_val_t(kBlobAlignment)))};
};

/// Fills `buffer` from the body; fewer bytes only at its end.
http::Task<Result<std::size_t>> fill(http::BodyReader& body, std::span<char> buffer) {
  std::size_t filled = 0;
  while (filled < buffer.size()) {
    auto got = co_await body.read(buffer.subspan(filled));
    if (!got) co_return fail(got.error());
    if (*got == 0) break;
    filled += *got;
  }
  co_return filled;
}

/// Takes the whole body in. While one piece is written on a thread for blocking work, nothing more is read:
/// the sender is slowed down to the speed of the disk.
http::Task<Outcome<void>> take_in(Reception& reception, http::BodyReader& body, std::string_view party) {
  PieceBuffer buffer;
  while (true) {
    const auto got = co_await fill(body, buffer.bytes());
    if (!got) co_return tl::make_unexpected(Failure(got.error()));
    if (*got == 0) co_return Outcome<void>{};
    const std::span<const char> piece = buffer.bytes().first(*got);
    auto taken = co_await http::offload(party, [&] { return reception.write(piece); });
    if (!taken) co_return tl::make_unexpected(std::move(taken).error());
  }
}

http::Task<Outcome<std::string>> receive(Services& services, http::Request& request, int part) {
  if (const auto& checked = check_address(services, request); !checked)
    co_return tl::make_unexpected(checked.error());
  const AssetId asset(std::string(request.parameter("asset_id")));
  const auto announced = request.body->announced_size();
  auto reception = co_await http::offload(request.party,
                                          [&] { return Reception::begin(services, asset, part, announced); });
  if (!reception) co_return tl::make_unexpected(std::move(reception).error());
  auto taken = co_await take_in(*reception, *request.body, request.party);
  if (!taken) co_return tl::make_unexpected(std::move(taken).error());
  auto completed = co_await http::offload(request.party, [&] { return reception->complete(); });
  co_return completed;
}

http::Response upload_answer(const Outcome<std::string>& received) {
  if (!received) {
    http::Response refused = rest_failure(received.error());
    // Neither waits for the end of the hour.
    if (refused.status == 429) refused.headers.set("Retry-After", "1");
    if (refused.status == 503) refused.headers.set("Retry-After", "60");
    return refused;
  }
  http::Response response = http::Response::empty(200);
  response.headers.set("ETag", "\"" + *received + "\"");
  return response;
}

http::Task<http::Response> put_file(Services& services, http::Request& request) {
  const auto received = co_await receive(services, request, 0);
  co_return upload_answer(received);
}

http::Task<http::Response> put_part(Services& services, http::Request& request) {
  const auto received = co_await receive(services, request, part_number(request));
  co_return upload_answer(received);
}

Outcome<http::Response> download(Services& services, http::Request& request) {
  if (const auto& checked = check_address(services, request); !checked) {
    Failure refused = checked.error();
    if (refused.code == FailureCode::kUploadExpired) refused.code = FailureCode::kForbidden;
    return tl::make_unexpected(std::move(refused));
  }
  STOREY_TRY(auto opened, open_result(services, ResultId(std::string(request.parameter("result_id")))));
  STOREY_TRY(auto response, http::Response::file(http::FileDescriptor(opened.bytes.release()),
                                                 {.content_type = content_type_of(opened.file.file_name),
                                                  .etag = "\"" + opened.file.checksum_sha256 + "\"",
                                                  .download_name = opened.file.file_name}));
  // What an order made is drawn from a client's file: a browser must not run scripts in it under this origin.
  response.headers.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("Cache-Control", "private, max-age=0, must-revalidate");
  return response;
}

}  // namespace

void add_transfer_routes(http::Router& router, Services& services) {
  const http::RouteOptions unlimited{
      .max_body_bytes = ~std::uint64_t{0}, .free = true, .party = [&](http::Request& request) {
        return party_of_address(services, request, [&services, &request] {
          return client_of_upload(services, AssetId(std::string(request.parameter("asset_id"))));
        });
      }};
  router.stream(
      http::Method::kPut, "/v1/uploads/{asset_id}",
      [&](http::Request& request) { return put_file(services, request); }, unlimited);
  router.stream(
      http::Method::kPut, "/v1/uploads/{asset_id}/parts/{part}",
      [&](http::Request& request) { return put_part(services, request); }, unlimited);
  router.add(http::Method::kGet, "/v1/downloads/{result_id}",
             [&](http::Request& request) {
               auto answered = download(services, request);
               return answered ? std::move(*answered) : rest_failure(answered.error());
             },
             {.max_body_bytes = 0, .blocking = true, .free = true, .party = [&](http::Request& request) {
                return party_of_address(services, request, [&services, &request] {
                  return client_of_result(services, ResultId(std::string(request.parameter("result_id"))));
                });
              }});
}

}  // namespace storey::service
