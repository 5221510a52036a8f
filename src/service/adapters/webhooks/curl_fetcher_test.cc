#include "service/adapters/webhooks/curl_fetcher.h"

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>

namespace storey::service {
namespace {

using namespace std::chrono_literals;

/// Answers whoever comes with the beginning of a large file, a byte now and then, and never ends.
class DribblingSource {
 public:
  DribblingSource() : listening_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    if (::bind(listening_, any, size) != 0 || ::listen(listening_, 4) != 0 ||
        ::getsockname(listening_, any, &size) != 0)
      throw std::runtime_error("no socket to listen at");
    port_ = ::ntohs(address.sin_port);
    thread_ = std::thread([this] { run(); });
  }
  ~DribblingSource() {
    ended_ = true;
    thread_.join();
    ::close(listening_);
  }
  DribblingSource(const DribblingSource&) = delete;
  DribblingSource& operator=(const DribblingSource&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/scan.xyz"; }

 private:
  void run() {
    while (!ended_) {
      pollfd waits{listening_, POLLIN, 0};
      if (::poll(&waits, 1, 20) <= 0) continue;
      const int client = ::accept(listening_, nullptr, nullptr);
      std::string bytes = "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n";
      while (!ended_ && ::send(client, bytes.data(), bytes.size(), MSG_NOSIGNAL) > 0) {
        bytes = "1";
        ::poll(nullptr, 0, 50);
      }
      ::close(client);
    }
  }

  int listening_, port_ = 0;
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

/// How a fetch of what never ends is given up by itself; kCancelled: not within a minute.
Error given_up(std::uint64_t min_rate, std::chrono::seconds timeout, std::chrono::seconds window) {
  const DribblingSource source;
  CallRules rules;
  rules.allow_private_addresses = true;
  CurlFetcher fetcher(rules, min_rate, timeout, window);
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  const auto fetched = fetcher.fetch(
      source.url(), "", [](std::span<const char>, std::uint64_t) { return true; },
      [&] { return std::chrono::steady_clock::now() < end; });
  return fetched ? Error{} : fetched.error();
}

TEST(CurlFetcher, ASourceBelowTheLeastRateIsGivenUp) {
  EXPECT_EQ(given_up(10'000, 1h, 1s).code, ErrorCode::kUnreadable);
}

TEST(CurlFetcher, AFetchIsGivenUpWhenItsTimeIsOver) {
  EXPECT_EQ(given_up(1, 2s, 1h).code, ErrorCode::kUnreadable);
}

}  // namespace
}  // namespace storey::service
