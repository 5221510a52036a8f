// Bytes in and out of one connection, plain or by TLS, with a deadline on every wait.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "http/loop.h"
#include "http/party_turns.h"
#include "http/task.h"

struct ssl_st;

namespace storey::http {

struct SslDeleter {
  void operator()(ssl_st* ssl) const;
};
using SslPtr = std::unique_ptr<ssl_st, SslDeleter>;

/// Asio waits for readiness, and the reads and writes themselves are ours: no buffer is tied up while a
/// connection is idle, files go out by sendfile, and TLS needs none of the four buffers of 17 KiB that
/// asio::ssl keeps for each connection.
class Transport {
 public:
  enum class Status {
    kOk,
    kEnd,      ///< the other side has ended its stream
    kTimeout,  ///< the deadline has passed; further calls work
    kFailed,   ///< broken, or aborted
  };
  struct Transfer {
    Status status = Status::kOk;
    std::size_t count = 0;
  };
  /// As many pieces as one call to the system takes.
  static constexpr std::size_t kMaxPieces = 32;
  /// How far a single attempt came: done, or what it must wait for.
  enum class Attempt { kDone, kWaitRead, kWaitWrite, kEnd, kFailed };

  /// `ssl` is null for a plain connection.
  Transport(asio::ip::tcp::socket socket, SslPtr ssl);

  Task<Status> handshake(Clock::time_point deadline);
  /// At least one byte, or a status. Where it has to wait for them, `turn` is paused, and left so.
  Task<Transfer> read_some(std::span<char> into, Clock::time_point deadline, PartyTurn* turn = nullptr);
  /// Until there is something to read, without a buffer.
  Task<Status> wait_readable(Clock::time_point deadline);
  /// All of it; `patience` bounds the wait for each piece.
  Task<Status> write(std::span<const std::string_view> pieces, Clock::duration patience);
  Task<Status> send_file(int file, std::uint64_t offset, std::uint64_t size, Clock::duration patience);
  /// Says that nothing more will be sent.
  void shutdown_send();

  /// One attempt without waiting; `count` is set to the bytes moved.
  Attempt try_read(std::span<char> into, std::size_t& count);
  Attempt try_write(std::span<const std::string_view> pieces, std::size_t& count);

  /// Called every tick: ends a wait whose deadline has passed.
  void check_deadline(Clock::time_point now);
  /// Ends what is waited for, if anything, as if its deadline had passed.
  void interrupt();
  /// Ends what is waited for and lets every later call fail.
  void abort();

  bool secure() const { return ssl_ != nullptr; }
  asio::ip::tcp::socket& socket() { return socket_; }
  std::uint64_t bytes_sent() const { return bytes_sent_; }

 private:
  Task<Status> wait(Attempt direction, Clock::time_point deadline);
  bool turn_is_over(std::size_t moved);
  Attempt try_send_file(int file, std::uint64_t offset, std::uint64_t size, std::size_t& count);
  Attempt ssl_attempt(int result);

  asio::ip::tcp::socket socket_;
  SslPtr ssl_;
  // An event stream waits for both directions at once: it writes, and watches for the client to go away.
  struct Wait {
    Clock::time_point deadline = Clock::time_point::max();
    bool timed_out = false;
  };
  Wait read_wait_;
  Wait write_wait_;
  std::uint64_t bytes_sent_ = 0;
  std::size_t moved_without_waiting_ = 0;
  bool aborted_ = false;
};

}  // namespace storey::http
