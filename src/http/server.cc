#include "http/server.h"

#include <signal.h>

#include <algorithm>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <future>
#include <thread>

#include "http/connection.h"
#include "http/connection_context.h"
#include "http/loop.h"
#include "http/tls.h"

namespace storey::http {
namespace {

using asio::ip::tcp;
using boost::system::error_code;

// When no file descriptor is left, or too many connections are open.
constexpr std::chrono::milliseconds kAcceptPause{50};

// Threads begin with the signal mask of the thread that makes them. Signals are the application's; and a
// write to a connection that its client has closed must give an error, not SIGPIPE to the process.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

Clock::duration tick_for(const ServerOptions& options) {
  const auto shortest = std::min({options.head_timeout, options.idle_timeout, options.body_timeout,
                                  options.write_timeout, options.ping_interval});
  return std::clamp<Clock::duration>(shortest / 8, std::chrono::milliseconds(10), std::chrono::seconds(1));
}

Result<void> validate(const ServerOptions& options) {
  const auto refuse = [](std::string what) { return fail(ErrorCode::kInvalidArgument, std::move(what)); };
  if (options.threads < 0) return refuse("the number of threads is negative");
  if (options.blocking_threads < 1 || options.blocking_threads_of_party < 1)
    return refuse("there must be a thread for blocking work");
  if (options.computing_threads < 1) return refuse("there must be a thread for work that computes");
  if (options.max_connections < 1) return refuse("the number of connections must be at least 1");
  if (options.max_head_bytes < 64 || options.max_fields < 1) return refuse("no request head fits the limits");
  if (options.min_body_rate < 1) return refuse("the rate of a body must be at least 1 byte/s");
  for (const auto timeout : {options.head_timeout, options.idle_timeout, options.body_timeout,
                             options.write_timeout, options.ping_interval})
    if (timeout <= std::chrono::milliseconds::zero()) return refuse("a time-out must be longer than nothing");
  return {};
}

Result<tcp::endpoint> parse_endpoint(const ServerOptions& options) {
  error_code error;
  const asio::ip::address address = asio::ip::make_address(options.address, error);
  if (error)
    return fail(ErrorCode::kInvalidArgument, "\"" + options.address + "\" is no numeric address",
                "give one like 127.0.0.1, 0.0.0.0 or ::1");
  return tcp::endpoint(address, options.port);
}

}  // namespace

class Server::Impl {
 public:
  Impl(ConnectionContext context, int threads)
      : context_(std::move(context)),
        counts_(context_.options.max_connections_per_address),
        blocking_(std::make_shared<FairPool>(context_.options.blocking_threads,
                                             context_.options.blocking_threads_of_party, Turns::kShort)),
        computing_(std::make_shared<FairPool>(context_.options.computing_threads, 1, Turns::kBehind)) {
    const auto turns = std::make_shared<PartyTurns>(threads);
    for (int i = 0; i < threads; ++i)
      loops_.push_back(std::make_shared<Loop>(blocking_, computing_, turns, tick_for(context_.options)));
    acceptor_.emplace(loops_.front()->context());
    accept_timer_.emplace(loops_.front()->context());
  }

  ~Impl() {
    stop(std::chrono::milliseconds::zero());
    blocking_->join();
    computing_->join();
  }

  Result<void> listen(const tcp::endpoint& endpoint) {
    error_code error;
    acceptor_->open(endpoint.protocol(), error);
    if (!error) acceptor_->set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_->bind(endpoint, error);
    if (!error) acceptor_->listen(asio::socket_base::max_listen_connections, error);
    if (error)
      return fail(ErrorCode::kUnwritable,
                  "cannot listen on " + endpoint.address().to_string() + " port " +
                      std::to_string(endpoint.port()) + ": " + error.message(),
                  "choose another address or port, or stop what uses it");
    port_ = acceptor_->local_endpoint().port();
    return {};
  }

  std::uint16_t port() const { return port_; }

  void start() {
    const SignalsBlocked blocked;
    running_ = true;
    loops_.front()->post([this] { accept(); });
    for (const auto& loop : loops_) threads_.emplace_back([loop] { loop->run(); });
  }

  void stop(std::chrono::milliseconds grace) {
    if (!running_) return;
    on_every_loop([](Loop& loop) { loop.drain(); }, [this] { close_acceptor(); });
    const Clock::time_point deadline = Clock::now() + grace;
    while (open_connections() > 0 && Clock::now() < deadline) std::this_thread::sleep_for(kStopPause);
    // A handler that is still at work cannot be interrupted; its connection ends when it has answered.
    while (open_connections() > 0) {
      on_every_loop([](Loop& loop) { loop.abort(); });
      std::this_thread::sleep_for(kStopPause);
    }
    on_every_loop([](Loop& loop) { loop.finish(); });
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
    running_ = false;
  }

  Result<void> reload_tls() {
    if (!context_.tls) return fail(ErrorCode::kInvalidArgument, "this server does not use TLS");
    return context_.tls->reload();
  }

  ServerStatistics statistics() const {
    Clock::duration lag{0};
    for (const auto& loop : loops_) lag = std::max(lag, loop->take_lag());
    return {accepted_.load(), open_connections(), lag};
  }

 private:
  static constexpr std::chrono::milliseconds kStopPause{5};

  void accept() {
    if (open_connections() >= context_.options.max_connections) return pause_accepting();
    // Connections are dealt out in turn: a kernel that chose by a hash of the address could give all to one
    // loop.
    const std::shared_ptr<Loop>& loop = loops_[next_loop_++ % loops_.size()];
    acceptor_->async_accept(loop->context(), [this, loop](const error_code& error, tcp::socket socket) {
      if (!acceptor_->is_open()) return;
      if (!error) admit(loop, std::move(socket));
      if (error == asio::error::no_descriptors || error == boost::system::errc::too_many_files_open_in_system)
        return pause_accepting();
      accept();
    });
  }

  /// Closes the socket where its address has as many as it may.
  void admit(const std::shared_ptr<Loop>& loop, tcp::socket socket) {
    error_code gone;
    const asio::ip::address address = socket.remote_endpoint(gone).address();
    if (gone) return;
    AddressCounts::Ticket ticket;
    if (!context_.proxies.trusts(address.to_string())) {
      auto taken = counts_.take(address);
      if (!taken) return;
      ticket = std::move(*taken);
    }
    accepted_.fetch_add(1, std::memory_order_relaxed);
    on_their_way_.fetch_add(1, std::memory_order_relaxed);
    hand_over(loop, std::move(socket), std::move(ticket));
  }

  void hand_over(const std::shared_ptr<Loop>& loop, tcp::socket socket, AddressCounts::Ticket ticket) {
    asio::dispatch(loop->context(),
                   [this, loop, socket = std::move(socket), ticket = std::move(ticket)]() mutable {
                     Connection::serve(loop, context_, std::move(socket), std::move(ticket));
                     on_their_way_.fetch_sub(1, std::memory_order_relaxed);
                   });
  }

  void pause_accepting() {
    accept_timer_->expires_after(kAcceptPause);
    accept_timer_->async_wait([this](const error_code& error) {
      if (!error && acceptor_->is_open()) accept();
    });
  }

  void close_acceptor() {
    error_code ignored;
    acceptor_->close(ignored);
    accept_timer_->cancel();
  }

  // Runs `work` on each loop, after `first` on the one that accepts, and waits for it. A connection that was
  // handed over before `first` is with its loop before `work` runs there.
  void on_every_loop(const std::function<void(Loop&)>& work, const std::function<void()>& first = {}) {
    if (first) run_on(*loops_.front(), first);
    for (const auto& loop : loops_) run_on(*loop, [&] { work(*loop); });
  }

  static void run_on(Loop& loop, const std::function<void()>& work) {
    std::promise<void> done;
    loop.post([&] {
      work();
      done.set_value();
    });
    done.get_future().wait();
  }

  std::size_t open_connections() const {
    std::size_t open = on_their_way_.load(std::memory_order_relaxed);
    for (const auto& loop : loops_) open += loop->size();
    return open;
  }

  ConnectionContext context_;
  AddressCounts counts_;
  std::shared_ptr<FairPool> blocking_;
  std::shared_ptr<FairPool> computing_;
  std::vector<std::shared_ptr<Loop>> loops_;
  std::vector<std::thread> threads_;
  std::optional<tcp::acceptor> acceptor_;
  std::optional<asio::steady_timer> accept_timer_;
  std::size_t next_loop_ = 0;
  std::atomic<std::uint64_t> accepted_{0};
  std::atomic<std::size_t> on_their_way_{0};  // accepted, and not with their loop yet
  std::uint16_t port_ = 0;
  bool running_ = false;
};

Result<Server> Server::create(ServerOptions options, Router router) {
  if (auto valid = validate(options); !valid) return fail(valid.error());
  const auto endpoint = parse_endpoint(options);
  if (!endpoint) return fail(endpoint.error());
  auto proxies = TrustedProxies::create(options.trusted_proxies, options.forwarded_header);
  if (!proxies) return fail(proxies.error());
  std::unique_ptr<TlsContext> tls;
  if (options.tls) {
    auto created = TlsContext::create(*options.tls);
    if (!created) return fail(created.error());
    tls = std::move(*created);
  }
  const int threads = options.threads > 0
                          ? options.threads
                          : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const SignalsBlocked blocked;
  auto impl = std::make_unique<Impl>(
      ConnectionContext{std::move(options), std::move(router), std::move(*proxies), std::move(tls)}, threads);
  if (auto listening = impl->listen(*endpoint); !listening) return fail(listening.error());
  return Server(std::move(impl));
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() = default;
Server::Server(Server&&) noexcept = default;
Server& Server::operator=(Server&&) noexcept = default;

std::uint16_t Server::port() const { return impl_->port(); }
void Server::start() { impl_->start(); }
void Server::stop(std::chrono::milliseconds grace) { impl_->stop(grace); }
Result<void> Server::reload_tls() { return impl_->reload_tls(); }
ServerStatistics Server::statistics() const { return impl_->statistics(); }

}  // namespace storey::http
