#include "http/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <array>

namespace storey::http {
namespace {

std::string last_openssl_error() {
  const unsigned long code = ERR_peek_last_error();
  const char* reason = ERR_reason_error_string(code);
  return reason ? reason : "unknown error";
}

int select_protocol(SSL*, const unsigned char** chosen, unsigned char* chosen_size,
                    const unsigned char* offered, unsigned int offered_size, void*) {
  static constexpr std::array<unsigned char, 9> kHttp11 = {8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
  unsigned char* match = nullptr;
  if (SSL_select_next_proto(&match, chosen_size, kHttp11.data(), kHttp11.size(), offered, offered_size) !=
      OPENSSL_NPN_NEGOTIATED)
    return SSL_TLSEXT_ERR_ALERT_FATAL;
  *chosen = match;
  return SSL_TLSEXT_ERR_OK;
}

// Without this, OpenSSL would ask for the password of an encrypted key on the terminal.
int refuse_password(char*, int, int, void*) { return 0; }

Result<std::shared_ptr<SSL_CTX>> load_context(const TlsOptions& options) {
  ERR_clear_error();
  std::shared_ptr<SSL_CTX> context(SSL_CTX_new(TLS_server_method()), SSL_CTX_free);
  if (!context) return fail(ErrorCode::kInternal, "OpenSSL gives no context: " + last_openssl_error());
  SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);
  SSL_CTX_set_options(context.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                         SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
  // Writes resume from wherever the bytes are by then; buffers are given back while a connection is idle.
  SSL_CTX_set_mode(context.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                      SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_default_passwd_cb(context.get(), refuse_password);
  SSL_CTX_set_alpn_select_cb(context.get(), select_protocol, nullptr);
  if (SSL_CTX_use_certificate_chain_file(context.get(), options.certificate_chain_file.c_str()) != 1)
    return fail(Error{ErrorCode::kUnreadable,
                      "not a usable certificate chain: " + last_openssl_error(),
                      options.certificate_chain_file,
                      {},
                      "give a PEM file, the server's own certificate first"});
  if (SSL_CTX_use_PrivateKey_file(context.get(), options.private_key_file.c_str(), SSL_FILETYPE_PEM) != 1) {
    if (ERR_GET_REASON(ERR_peek_last_error()) == X509_R_KEY_VALUES_MISMATCH)
      return fail(Error{ErrorCode::kInvalidArgument,
                        "the key does not belong to the certificate",
                        options.private_key_file,
                        {},
                        "give the key that the certificate was made with"});
    return fail(Error{ErrorCode::kUnreadable,
                      "not a usable private key: " + last_openssl_error(),
                      options.private_key_file,
                      {},
                      "give an unencrypted PEM file"});
  }
  return context;
}

}  // namespace

Result<std::unique_ptr<TlsContext>> TlsContext::create(TlsOptions options) {
  std::unique_ptr<TlsContext> tls(new TlsContext(std::move(options)));
  if (auto loaded = tls->reload(); !loaded) return fail(loaded.error());
  return tls;
}

Result<void> TlsContext::reload() {
  auto loaded = load_context(options_);
  if (!loaded) return fail(loaded.error());
  const std::lock_guard lock(mutex_);
  context_ = std::move(*loaded);
  return {};
}

SslPtr TlsContext::new_connection() const {
  const std::lock_guard lock(mutex_);
  return SslPtr(SSL_new(context_.get()));
}

}  // namespace storey::http
