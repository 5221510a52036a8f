// The body of a request as it comes in on a connection.
#pragma once

#include <chrono>
#include <optional>

#include "http/body_reader.h"
#include "http/chunk_decoder.h"
#include "http/fault.h"
#include "http/input_buffer.h"
#include "http/party_turns.h"
#include "http/request_head.h"
#include "http/transport.h"

namespace storey::http {

struct BodyLimits {
  std::chrono::milliseconds timeout{30'000};
  std::uint64_t min_rate = 1024;  ///< bytes/s, see ServerOptions::min_body_rate
};

class ConnectionBody : public BodyReader {
 public:
  ConnectionBody(Transport& transport, InputBuffer& input, const RequestHead& head, const BodyLimits& limits);

  Task<Result<std::size_t>> read(std::span<char> into) override;
  std::optional<std::uint64_t> announced_size() const override { return chunked_ ? std::nullopt : length_; }
  std::uint64_t received() const override { return received_; }

  void set_max_bytes(std::uint64_t bytes) { max_bytes_ = bytes; }

  /// Why the body broke off; null while it has not. Status 0: there is nobody left to answer.
  const Fault* fault() const { return fault_ ? &*fault_ : nullptr; }
  /// Of the request: paused while its bytes are waited for.
  PartyTurn& turn() { return turn_; }
  bool complete() const { return chunked_ ? decoder_.done() : left_ == 0; }
  /// Whether the connection can go on with its next request: the rest of the body is certain to come, and
  /// small.
  bool can_be_drained() const;
  /// Reads and drops the rest; false where it broke off.
  Task<bool> drain();

 private:
  Task<bool> fill_input();
  Task<Transport::Transfer> receive(std::span<char> into);
  Task<bool> invite();
  bool step_to_data();
  tl::unexpected<Error> break_off(int status, std::string_view message, ErrorCode code);
  tl::unexpected<Error> break_off(Transport::Status status);
  Error current_error() const;

  Transport& transport_;
  InputBuffer& input_;
  BodyLimits limits_;
  ChunkDecoder decoder_;
  PartyTurn turn_;
  std::optional<std::uint64_t> length_;
  std::uint64_t left_ = 0;  // where the length is known
  std::uint64_t received_ = 0;
  std::uint64_t max_bytes_ = 0;
  Clock::duration waited_{};
  std::optional<Fault> fault_;
  ErrorCode error_code_ = ErrorCode::kCancelled;
  bool chunked_;
  bool awaits_invitation_;
};

}  // namespace storey::http
