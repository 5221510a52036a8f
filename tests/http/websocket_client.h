// A WebSocket client of a few lines, that can also send what is wrong.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "raw_client.h"

namespace storey::http {

class WebSocketClient : public RawClient {
 public:
  using RawClient::RawClient;

  static constexpr int kText = 1, kBinary = 2, kClose = 8, kPing = 9, kPong = 10;

  struct Frame {
    int opcode = 0;  ///< -1: the connection has ended
    std::string payload;
    std::uint16_t close_code() const {
      return payload.size() < 2 ? 0
                                : static_cast<std::uint16_t>((static_cast<unsigned char>(payload[0]) << 8) |
                                                             static_cast<unsigned char>(payload[1]));
    }
  };

  /// The reply to the handshake; `fields` are added to the request.
  Reply open(const std::string& path, const std::string& fields = "");
  void send_frame(int opcode, std::string_view payload, bool final = true);
  void send_text(std::string_view text) { send_frame(kText, text); }
  void send_close(std::uint16_t code);
  Frame read_frame();
};

}  // namespace storey::http
