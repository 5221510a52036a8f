#include "http/connection_body.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace storey::http {
namespace {

constexpr std::size_t kFramingPiece = 4096;
constexpr std::uint64_t kMaxDrainedBytes = 65'536;

}  // namespace

ConnectionBody::ConnectionBody(Transport& transport, InputBuffer& input, const RequestHead& head,
                               const BodyLimits& limits)
    : transport_(transport),
      input_(input),
      limits_(limits),
      length_(head.content_length.value_or(0)),
      left_(head.chunked ? 0 : *length_),
      chunked_(head.chunked),
      awaits_invitation_(head.expects_continue && (head.chunked || left_ > 0)) {}

Task<Result<std::size_t>> ConnectionBody::read(std::span<char> into) {
  if (fault_) co_return fail(current_error());
  if (complete() || into.empty()) co_return 0;
  if (!chunked_ && *length_ > max_bytes_)
    co_return break_off(413, "the body is too large", ErrorCode::kLimit);
  if (awaits_invitation_ && !co_await invite()) co_return break_off(Transport::Status::kFailed);

  std::uint64_t available = left_;
  if (chunked_) {
    while (step_to_data() && decoder_.data_left() == 0 && !decoder_.done())
      if (!co_await fill_input()) break;
    if (fault_) co_return fail(current_error());
    if (decoder_.done()) co_return 0;
    available = decoder_.data_left();
    if (available > max_bytes_ - received_)
      co_return break_off(413, "the body is too large", ErrorCode::kLimit);
  }

  std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), available));
  if (const std::string_view unread = input_.unread(); !unread.empty()) {
    count = std::min(count, unread.size());
    std::memcpy(into.data(), unread.data(), count);
    input_.consume(count);
  } else {
    const Transport::Transfer transfer = co_await receive(into.first(count));
    if (transfer.status != Transport::Status::kOk) co_return break_off(transfer.status);
    count = transfer.count;
  }
  received_ += count;
  if (chunked_) {
    decoder_.took(count);
  } else {
    left_ -= count;
  }
  co_return count;
}

// False where the body broke off.
bool ConnectionBody::step_to_data() {
  const auto taken = decoder_.skip_framing(input_.unread());
  if (!taken) {
    break_off(taken.error().status, taken.error().message, ErrorCode::kDamaged);
    return false;
  }
  input_.consume(*taken);
  return true;
}

Task<bool> ConnectionBody::fill_input() {
  const Transport::Transfer transfer = co_await receive(input_.prepare(kFramingPiece));
  if (transfer.status != Transport::Status::kOk) {
    break_off(transfer.status);
    co_return false;
  }
  input_.commit(transfer.count);
  co_return true;
}

// Two bounds: how long nothing may come at all, and how long a client may take altogether. The second counts
// only the time spent waiting for the client, not what the handler needs for the bytes.
Task<Transport::Transfer> ConnectionBody::receive(std::span<char> into) {
  const Clock::time_point before = Clock::now();
  const std::chrono::duration<double> earned(static_cast<double>(received_) /
                                             static_cast<double>(limits_.min_rate));
  const std::chrono::duration<double> allowed =
      std::min<std::chrono::duration<double>>(limits_.timeout, limits_.timeout + earned - waited_);
  const Transport::Transfer transfer = co_await transport_.read_some(
      into, before + std::chrono::duration_cast<Clock::duration>(allowed), &turn_);
  waited_ += Clock::now() - before;
  co_await turn_.resume();
  co_return transfer;
}

// The client waits for this before it sends the body, unless it has already begun.
Task<bool> ConnectionBody::invite() {
  awaits_invitation_ = false;
  if (!input_.unread().empty()) co_return true;
  const std::string_view invitation = "HTTP/1.1 100 Continue\r\n\r\n";
  co_return co_await transport_.write(std::span(&invitation, 1), limits_.timeout) == Transport::Status::kOk;
}

tl::unexpected<Error> ConnectionBody::break_off(int status, std::string_view message, ErrorCode code) {
  fault_ = Fault{status, message};
  error_code_ = code;
  return fail(current_error());
}

tl::unexpected<Error> ConnectionBody::break_off(Transport::Status status) {
  if (status == Transport::Status::kTimeout)
    return break_off(408, "the body did not come in time", ErrorCode::kCancelled);
  return break_off(0, "the client went away before the end of the body", ErrorCode::kCancelled);
}

Error ConnectionBody::current_error() const {
  return Error{error_code_, std::string(fault_->message), {}, {}, {}};
}

bool ConnectionBody::can_be_drained() const {
  if (fault_) return false;
  return complete() || (!chunked_ && !awaits_invitation_ && left_ <= kMaxDrainedBytes);
}

Task<bool> ConnectionBody::drain() {
  std::array<char, 4096> dropped;
  max_bytes_ = std::max(max_bytes_, length_.value_or(0));
  while (!complete()) {
    const Result<std::size_t> count = co_await read(dropped);
    if (!count) co_return false;
  }
  co_return true;
}

}  // namespace storey::http
