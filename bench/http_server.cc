// The HTTP layer alone behind a few addresses, for the benchmarks beside this file: what a request costs
// before anything of Storey is asked.
//
//   bench_http_server DIRECTORY PORT THREADS

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <vector>

#include "http/server.h"

namespace {

using storey::Result;
using namespace storey::http;

constexpr std::size_t kUploadPiece = 262'144;

Task<Response> upload(const std::filesystem::path& directory, Request& request) {
  const std::filesystem::path path = directory / request.parameter("name");
  const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (file.get() < 0) co_return Response::text(500, "cannot write\n");
  std::vector<char> piece(kUploadPiece);
  for (;;) {
    const Result<std::size_t> count = co_await request.body->read(piece);
    if (!count || *count == 0) break;
    if (::write(file.get(), piece.data(), *count) != static_cast<ssize_t>(*count))
      co_return Response::text(507, "the disk is full\n");
  }
  co_return Response::empty(201);
}

Response download(const std::filesystem::path& directory, Request& request) {
  Result<Response> response = Response::file(directory / request.parameter("name"), {});
  return response ? std::move(*response) : Response::text(404, "no such file\n");
}

// Open WebSockets, kept as a service with subscriptions keeps them.
struct Subscriptions {
  std::mutex mutex;
  std::vector<std::shared_ptr<WebSocket>> open;

  WebSocketUpgrade upgrade() {
    WebSocketUpgrade upgrade;
    upgrade.protocols = {"graphql-transport-ws"};
    upgrade.on_open = [this](const std::shared_ptr<WebSocket>& socket) {
      const std::lock_guard lock(mutex);
      open.push_back(socket);
    };
    upgrade.on_message = [](const std::shared_ptr<WebSocket>& socket, std::string message) -> Task<> {
      socket->send(std::move(message));
      co_return;
    };
    return upgrade;
  }
};

void allow_many_files() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: bench_http_server DIRECTORY PORT THREADS\n");
    return 2;
  }
  const std::filesystem::path directory = argv[1];
  allow_many_files();

  Subscriptions subscriptions;
  Router router;
  RouteOptions upload_options;
  upload_options.max_body_bytes = 1ULL << 40;
  router.stream(
      Method::kPut, "/{name}", [&](Request& request) { return upload(directory, request); }, upload_options);
  router.add(Method::kGet, "/{name}", [&](Request& request) { return download(directory, request); });
  router.add(Method::kGet, "/api/hello",
             [](Request&) { return Response::json(200, R"({"hello":"world"})"); });
  router.add(Method::kPost, "/api/echo",
             [](Request& request) { return Response::json(200, request.body_text); });
  router.add(Method::kGet, "/api/socket",
             [&](Request&) { return Response::websocket(subscriptions.upgrade()); });

  ServerOptions options;
  options.port = static_cast<std::uint16_t>(std::atoi(argv[2]));
  options.threads = std::atoi(argv[3]);
  Result<Server> server = Server::create(std::move(options), std::move(router));
  if (!server) {
    std::fprintf(stderr, "%s\n", server.error().describe().c_str());
    return 1;
  }
  sigset_t stop_signals;
  sigemptyset(&stop_signals);
  sigaddset(&stop_signals, SIGTERM);
  sigaddset(&stop_signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &stop_signals, nullptr);
  server->start();
  int signal = 0;
  sigwait(&stop_signals, &signal);
  server->stop(std::chrono::seconds(2));
}
