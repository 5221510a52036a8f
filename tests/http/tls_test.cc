#include <gtest/gtest.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "http/server.h"
#include "test_server.h"
#include "websocket_client.h"

namespace storey::http {
namespace {

// A directory with a key and a self-signed certificate for `name`.
class Identity {
 public:
  Identity() {
    std::string name = (std::filesystem::temp_directory_path() / "storey_tls_XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("no scratch directory");
    directory_ = name;
  }
  ~Identity() { std::filesystem::remove_all(directory_); }

  TlsOptions options() const {
    return {(directory_ / "chain.pem").string(), (directory_ / "key.pem").string()};
  }
  const std::filesystem::path& directory() const { return directory_; }

  void make(const std::string& name) const {
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(EVP_EC_gen("P-256"), EVP_PKEY_free);
    const std::unique_ptr<X509, decltype(&X509_free)> certificate(X509_new(), X509_free);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -60);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
    X509_set_pubkey(certificate.get(), key.get());
    X509_NAME* subject = X509_get_subject_name(certificate.get());
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8,
                               reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
    X509_set_issuer_name(certificate.get(), subject);
    X509_sign(certificate.get(), key.get(), EVP_sha256());
    write("key.pem",
          [&](FILE* file) { PEM_write_PrivateKey(file, key.get(), nullptr, nullptr, 0, nullptr, nullptr); });
    write("chain.pem", [&](FILE* file) { PEM_write_X509(file, certificate.get()); });
  }

 private:
  template <class Write>
  void write(const char* name, const Write& write_to) const {
    FILE* file = std::fopen((directory_ / name).c_str(), "w");
    write_to(file);
    std::fclose(file);
  }

  std::filesystem::path directory_;
};

class TlsClient : public WebSocketClient {
 public:
  explicit TlsClient(std::uint16_t port, int version = TLS1_3_VERSION)
      : WebSocketClient(port), context_(SSL_CTX_new(TLS_client_method()), SSL_CTX_free) {
    SSL_CTX_set_security_level(context_.get(), 0);
    SSL_CTX_set_min_proto_version(context_.get(), version);
    SSL_CTX_set_max_proto_version(context_.get(), version);
    ssl_.reset(SSL_new(context_.get()));
    static constexpr unsigned char kProtocols[] = "\x02h2\x08http/1.1";
    SSL_set_alpn_protos(ssl_.get(), kProtocols, sizeof(kProtocols) - 1);
    SSL_set_fd(ssl_.get(), socket());
    connected_ = SSL_connect(ssl_.get()) == 1;
  }

  bool connected() const { return connected_; }
  std::string protocol() const {
    const unsigned char* name = nullptr;
    unsigned int size = 0;
    SSL_get0_alpn_selected(ssl_.get(), &name, &size);
    return {reinterpret_cast<const char*>(name), size};
  }
  std::string server_name() const {
    const std::unique_ptr<X509, decltype(&X509_free)> certificate(SSL_get1_peer_certificate(ssl_.get()),
                                                                  X509_free);
    char name[64] = {};
    X509_NAME_get_text_by_NID(X509_get_subject_name(certificate.get()), NID_commonName, name, sizeof(name));
    return name;
  }
  /// Whether the server said that it ends the connection: an end without that may be an attacker's.
  bool was_closed_properly() const { return SSL_get_shutdown(ssl_.get()) & SSL_RECEIVED_SHUTDOWN; }

 protected:
  std::ptrdiff_t receive(char* into, std::size_t size) override {
    return SSL_read(ssl_.get(), into, static_cast<int>(size));
  }
  std::ptrdiff_t transmit(const char* from, std::size_t size) override {
    return SSL_write(ssl_.get(), from, static_cast<int>(size));
  }

 private:
  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
  std::unique_ptr<SSL, decltype(&SSL_free)> ssl_{nullptr, SSL_free};
  bool connected_ = false;
};

const std::string kGetOk = "GET /ok HTTP/1.1\r\nHost: a\r\n\r\n";

ServerOptions with_tls(const Identity& identity) {
  ServerOptions options;
  options.tls = identity.options();
  return options;
}

TEST(Tls, ServesByTls12And13AndNothingOlder) {
  const Identity identity;
  identity.make("first");
  TestServer server(simple_router(), with_tls(identity));
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    TlsClient client(server.port(), version);
    ASSERT_TRUE(client.connected());
    EXPECT_EQ(client.protocol(), "http/1.1");
    EXPECT_EQ(client.exchange(kGetOk).body, "ok");
    const std::string body(90'000, 'x');
    const Reply echo =
        client.exchange("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 90000\r\n\r\n" + body);
    EXPECT_TRUE(echo.body == body);
    client.exchange("GET /ok HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    EXPECT_TRUE(client.at_end());
    EXPECT_TRUE(client.was_closed_properly());
  }
  EXPECT_FALSE(TlsClient(server.port(), TLS1_1_VERSION).connected());
}

TEST(Tls, PlainTextIsNotAnswered) {
  const Identity identity;
  identity.make("first");
  TestServer server(simple_router(), with_tls(identity));
  RawClient client(server.port());
  EXPECT_EQ(client.exchange(kGetOk).status, 0);
}

TEST(Tls, AHandshakeMustEnd) {
  const Identity identity;
  identity.make("first");
  ServerOptions options = with_tls(identity);
  options.head_timeout = std::chrono::milliseconds(100);
  TestServer server(simple_router(), options);
  RawClient client(server.port());
  client.send("\x16\x03\x01");
  EXPECT_TRUE(client.at_end());
}

TEST(Tls, FilesAndWebSocketsPassThrough) {
  const Identity identity;
  identity.make("first");
  std::string bytes(5'000'000, 'x');
  for (std::size_t i = 0; i < bytes.size(); i += 1013) bytes[i] = static_cast<char>(i);
  const auto path = identity.directory() / "file";
  std::ofstream(path, std::ios::binary) << bytes;
  Router router;
  router.add(Method::kGet, "/file", [&](Request& request) {
    EXPECT_TRUE(request.secure);
    return std::move(*Response::file(path, {}));
  });
  router.add(Method::kGet, "/ws", [](Request&) {
    WebSocketUpgrade upgrade;
    upgrade.on_message = [](const std::shared_ptr<WebSocket>& socket, std::string message) -> Task<> {
      socket->send(std::move(message));
      co_return;
    };
    return Response::websocket(std::move(upgrade));
  });
  TestServer server(std::move(router), with_tls(identity));
  TlsClient client(server.port());
  EXPECT_TRUE(client.exchange("GET /file HTTP/1.1\r\nHost: a\r\n\r\n").body == bytes);
  EXPECT_EQ(client.open("/ws").status, 101);
  client.send_text(std::string(300'000, 'y'));
  EXPECT_TRUE(client.read_frame().payload == std::string(300'000, 'y'));
}

TEST(Tls, ANewCertificateIsTakenUpWithoutARestart) {
  const Identity identity;
  identity.make("first");
  TestServer server(simple_router(), with_tls(identity));
  TlsClient before(server.port());
  EXPECT_EQ(before.server_name(), "first");
  identity.make("second");
  ASSERT_TRUE(server->reload_tls());
  EXPECT_EQ(TlsClient(server.port()).server_name(), "second");
  EXPECT_EQ(before.exchange(kGetOk).body, "ok") << "open connections go on";

  std::ofstream(identity.options().certificate_chain_file) << "not a certificate";
  const Result<void> broken = server->reload_tls();
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().file, identity.options().certificate_chain_file);
  EXPECT_EQ(TlsClient(server.port()).server_name(), "second") << "the old one stays in use";
}

TEST(Tls, KeyAndCertificateMustBelongTogether) {
  const Identity first;
  first.make("first");
  const Identity second;
  second.make("second");
  ServerOptions options;
  options.tls = {first.options().certificate_chain_file, second.options().private_key_file};
  const auto server = Server::create(options, Router());
  ASSERT_FALSE(server);
  EXPECT_EQ(server.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(server.error().file, second.options().private_key_file);
}

}  // namespace
}  // namespace storey::http
