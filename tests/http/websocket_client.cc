#include "websocket_client.h"

namespace storey::http {

Reply WebSocketClient::open(const std::string& path, const std::string& fields) {
  send("GET " + path +
       " HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
       "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
       fields + "\r\n");
  return read_reply();
}

void WebSocketClient::send_frame(int opcode, std::string_view payload, bool final) {
  constexpr char kMask[] = {1, 2, 3, 4};
  std::string frame;
  frame.push_back(static_cast<char>((final ? 0x80 : 0) | opcode));
  const auto push_size = [&](int bytes) {
    for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8)
      frame.push_back(static_cast<char>(payload.size() >> shift));
  };
  if (payload.size() < 126) {
    frame.push_back(static_cast<char>(0x80 | payload.size()));
  } else if (payload.size() < 65536) {
    frame.push_back(static_cast<char>(0x80 | 126));
    push_size(2);
  } else {
    frame.push_back(static_cast<char>(0x80 | 127));
    push_size(8);
  }
  frame.append(kMask, 4);
  for (std::size_t i = 0; i < payload.size(); ++i)
    frame.push_back(static_cast<char>(payload[i] ^ kMask[i % 4]));
  send(frame);
}

void WebSocketClient::send_close(std::uint16_t code) {
  const char payload[] = {static_cast<char>(code >> 8), static_cast<char>(code)};
  send_frame(kClose, {payload, 2});
}

WebSocketClient::Frame WebSocketClient::read_frame() {
  const std::string head = read_exactly(2);
  if (head.size() < 2) return {-1, {}};
  std::uint64_t size = static_cast<unsigned char>(head[1]) & 0x7f;
  if (size >= 126) {
    const std::string bytes = read_exactly(size == 126 ? 2 : 8);
    size = 0;
    for (const char byte : bytes) size = size << 8 | static_cast<unsigned char>(byte);
  }
  return {head[0] & 0x0f, read_exactly(size)};
}

}  // namespace storey::http
