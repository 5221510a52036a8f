#include "http/transport.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <limits>
#include <vector>

namespace storey::http {
namespace {

// A connection whose other side keeps up never has to wait; after so many bytes it lets others have their
// turn. To take 4 MB in small pieces kept a loop busy for 20 ms and more.
constexpr std::size_t kTurnBytes = 256 << 10;
constexpr std::size_t kSendFilePiece = 2 << 20;

struct Readiness {
  asio::ip::tcp::socket& socket;
  asio::ip::tcp::socket::wait_type type;
  bool ready = false;

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> awaiter) {
    socket.async_wait(type, [this, awaiter](const boost::system::error_code& error) {
      ready = !error;
      awaiter.resume();
    });
  }
  bool await_resume() const noexcept { return ready; }
};

// Lets the other work of the loop go first.
struct Turn {
  asio::ip::tcp::socket& socket;

  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<> awaiter) {
    asio::post(socket.get_executor(), [awaiter] { awaiter.resume(); });
  }
  void await_resume() const noexcept {}
};

bool would_block(int error) { return error == EAGAIN || error == EWOULDBLOCK; }

}  // namespace

void SslDeleter::operator()(ssl_st* ssl) const { SSL_free(ssl); }

Transport::Transport(asio::ip::tcp::socket socket, SslPtr ssl)
    : socket_(std::move(socket)), ssl_(std::move(ssl)) {
  boost::system::error_code ignored;
  socket_.non_blocking(true, ignored);
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
  if (ssl_) SSL_set_fd(ssl_.get(), socket_.native_handle());
}

Task<Transport::Status> Transport::handshake(Clock::time_point deadline) {
  while (ssl_) {
    ERR_clear_error();
    const int result = SSL_accept(ssl_.get());
    if (result == 1) break;
    const Attempt attempt = ssl_attempt(result);
    if (attempt == Attempt::kEnd || attempt == Attempt::kFailed) co_return Status::kFailed;
    const Status status = co_await wait(attempt, deadline);
    if (status != Status::kOk) co_return status;
  }
  co_return Status::kOk;
}

Task<Transport::Transfer> Transport::read_some(std::span<char> into, Clock::time_point deadline,
                                               PartyTurn* turn) {
  for (;;) {
    std::size_t count = 0;
    const Attempt attempt = try_read(into, count);
    if (attempt == Attempt::kDone) {
      if (turn_is_over(count)) co_await Turn{socket_};
      co_return Transfer{Status::kOk, count};
    }
    if (attempt == Attempt::kEnd) co_return Transfer{Status::kEnd, 0};
    if (attempt == Attempt::kFailed) co_return Transfer{Status::kFailed, 0};
    if (turn != nullptr) turn->pause();
    const Status status = co_await wait(attempt, deadline);
    if (status != Status::kOk) co_return Transfer{status, 0};
  }
}

Task<Transport::Status> Transport::wait_readable(Clock::time_point deadline) {
  if (ssl_ && SSL_has_pending(ssl_.get())) co_return Status::kOk;
  co_return co_await wait(Attempt::kWaitRead, deadline);
}

Task<Transport::Status> Transport::write(std::span<const std::string_view> pieces, Clock::duration patience) {
  std::vector<std::string_view> left(pieces.begin(), pieces.end());
  std::size_t first = 0;
  for (;;) {
    while (first < left.size() && left[first].empty()) ++first;
    if (first == left.size()) co_return Status::kOk;
    std::size_t count = 0;
    const Attempt attempt = try_write(std::span(left).subspan(first), count);
    if (attempt == Attempt::kDone) {
      const std::size_t moved = count;
      for (; count > 0; ++first) {
        const std::size_t taken = std::min(count, left[first].size());
        left[first].remove_prefix(taken);
        count -= taken;
        if (!left[first].empty()) break;
      }
      if (turn_is_over(moved)) co_await Turn{socket_};
      continue;
    }
    if (attempt == Attempt::kEnd || attempt == Attempt::kFailed) co_return Status::kFailed;
    const Status status = co_await wait(attempt, Clock::now() + patience);
    if (status != Status::kOk) co_return status;
  }
}

Task<Transport::Status> Transport::send_file(int file, std::uint64_t offset, std::uint64_t size,
                                             Clock::duration patience) {
  while (size > 0) {
    std::size_t count = 0;
    const Attempt attempt = try_send_file(file, offset, size, count);
    if (attempt == Attempt::kDone) {
      offset += count;
      size -= count;
      if (turn_is_over(count)) co_await Turn{socket_};
      continue;
    }
    if (attempt == Attempt::kEnd || attempt == Attempt::kFailed) co_return Status::kFailed;
    const Status status = co_await wait(attempt, Clock::now() + patience);
    if (status != Status::kOk) co_return status;
  }
  co_return Status::kOk;
}

void Transport::shutdown_send() {
  if (ssl_ && !aborted_) {
    ERR_clear_error();
    SSL_shutdown(ssl_.get());
  }
  boost::system::error_code ignored;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
}

Transport::Attempt Transport::try_read(std::span<char> into, std::size_t& count) {
  if (aborted_) return Attempt::kFailed;
  if (ssl_) {
    ERR_clear_error();
    const int result = SSL_read_ex(ssl_.get(), into.data(), into.size(), &count);
    return result == 1 ? Attempt::kDone : ssl_attempt(result);
  }
  ssize_t result = 0;
  do {
    result = ::recv(socket_.native_handle(), into.data(), into.size(), 0);
  } while (result < 0 && errno == EINTR);
  if (result < 0) return would_block(errno) ? Attempt::kWaitRead : Attempt::kFailed;
  count = static_cast<std::size_t>(result);
  return count == 0 ? Attempt::kEnd : Attempt::kDone;
}

Transport::Attempt Transport::try_write(std::span<const std::string_view> pieces, std::size_t& count) {
  if (aborted_) return Attempt::kFailed;
  if (ssl_) {
    ERR_clear_error();
    const auto piece =
        std::find_if(pieces.begin(), pieces.end(), [](std::string_view p) { return !p.empty(); });
    if (piece == pieces.end()) return Attempt::kDone;
    const int result = SSL_write_ex(ssl_.get(), piece->data(), piece->size(), &count);
    bytes_sent_ += count;
    return result == 1 ? Attempt::kDone : ssl_attempt(result);
  }
  std::array<iovec, kMaxPieces> vectors;
  const std::size_t used = std::min(pieces.size(), vectors.size());
  for (std::size_t i = 0; i < used; ++i) vectors[i] = {const_cast<char*>(pieces[i].data()), pieces[i].size()};
  msghdr message{};
  message.msg_iov = vectors.data();
  message.msg_iovlen = used;
  ssize_t result = 0;
  do {
    result = ::sendmsg(socket_.native_handle(), &message, MSG_NOSIGNAL);
  } while (result < 0 && errno == EINTR);
  if (result < 0) return would_block(errno) ? Attempt::kWaitWrite : Attempt::kFailed;
  count = static_cast<std::size_t>(result);
  bytes_sent_ += count;
  return Attempt::kDone;
}

Transport::Attempt Transport::try_send_file(int file, std::uint64_t offset, std::uint64_t size,
                                            std::size_t& count) {
  if (ssl_) {
    std::array<char, 16'384> piece;  // one TLS record
    const ssize_t read =
        ::pread(file, piece.data(), static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), size)),
                static_cast<off_t>(offset));
    if (read <= 0) return Attempt::kFailed;
    const std::string_view bytes(piece.data(), static_cast<std::size_t>(read));
    return try_write(std::span(&bytes, 1), count);
  }
  if (aborted_) return Attempt::kFailed;
  auto position = static_cast<off_t>(offset);
  ssize_t result = 0;
  do {
    result = ::sendfile(socket_.native_handle(), file, &position,
                        static_cast<std::size_t>(std::min<std::uint64_t>(kSendFilePiece, size)));
  } while (result < 0 && errno == EINTR);
  if (result < 0) return would_block(errno) ? Attempt::kWaitWrite : Attempt::kFailed;
  if (result == 0) return Attempt::kFailed;  // the file became shorter than it was
  count = static_cast<std::size_t>(result);
  bytes_sent_ += count;
  return Attempt::kDone;
}

Transport::Attempt Transport::ssl_attempt(int result) {
  switch (SSL_get_error(ssl_.get(), result)) {
    case SSL_ERROR_WANT_READ:
      return Attempt::kWaitRead;
    case SSL_ERROR_WANT_WRITE:
      return Attempt::kWaitWrite;
    case SSL_ERROR_ZERO_RETURN:
      return Attempt::kEnd;
    default:
      // SSL_shutdown must not be called after this; a stream cut short without close_notify comes here as
      // well.
      aborted_ = true;
      return Attempt::kFailed;
  }
}

Task<Transport::Status> Transport::wait(Attempt direction, Clock::time_point deadline) {
  if (aborted_) co_return Status::kFailed;
  const bool reading = direction == Attempt::kWaitRead;
  Wait& wait = reading ? read_wait_ : write_wait_;
  moved_without_waiting_ = 0;
  wait = {deadline, false};
  Readiness readiness{socket_,
                      reading ? asio::ip::tcp::socket::wait_read : asio::ip::tcp::socket::wait_write};
  const bool ready = co_await readiness;
  wait.deadline = Clock::time_point::max();
  if (aborted_) co_return Status::kFailed;
  if (ready) co_return Status::kOk;
  co_return wait.timed_out ? Status::kTimeout : Status::kFailed;
}

bool Transport::turn_is_over(std::size_t moved) {
  moved_without_waiting_ += moved;
  if (moved_without_waiting_ < kTurnBytes) return false;
  moved_without_waiting_ = 0;
  return true;
}

void Transport::check_deadline(Clock::time_point now) {
  if (now >= read_wait_.deadline || now >= write_wait_.deadline) interrupt();
}

void Transport::interrupt() {
  read_wait_.timed_out = write_wait_.timed_out = true;
  boost::system::error_code ignored;
  socket_.cancel(ignored);
}

void Transport::abort() {
  aborted_ = true;
  boost::system::error_code ignored;
  socket_.cancel(ignored);
}

}  // namespace storey::http
