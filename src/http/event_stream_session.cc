#include "http/event_stream_session.h"

#include <array>

namespace storey::http {
namespace {

// Nothing is expected from the client any more; one that sends on regardless is not listened to for ever.
constexpr std::size_t kMaxIgnoredBytes = 65'536;

// The comment keeps proxies from closing the connection, and shows a client that is gone.
constexpr std::string_view kComment = ":\n\n";

class EventStreamHandle : public EventStream {
 public:
  explicit EventStreamHandle(std::shared_ptr<SendQueue> queue) : queue_(std::move(queue)) {}

  bool send(std::string_view event, std::string_view data, std::string_view id) override {
    std::string text;
    if (!id.empty()) text.append("id: ").append(id).append("\n");
    if (!event.empty()) text.append("event: ").append(event).append("\n");
    for (;;) {
      const auto line_end = data.find_first_of("\r\n");
      text.append("data: ").append(data.substr(0, line_end)).append("\n");
      if (line_end == std::string_view::npos) break;
      data.remove_prefix(line_end + (data.substr(line_end).starts_with("\r\n") ? 2 : 1));
    }
    return queue_->push({std::move(text.append("\n")), {}});
  }
  void close() override { queue_->close(0, {}); }

 private:
  std::shared_ptr<SendQueue> queue_;
};

}  // namespace

EventStreamSession::EventStreamSession(std::shared_ptr<Loop> loop, Transport& transport,
                                       const ServerOptions& options)
    : loop_(std::move(loop)), transport_(transport), options_(options), watch_ended_(*loop_) {}

Task<bool> EventStreamSession::run(const Response& response, const Framing& framing) {
  const auto& body = std::get<EventStreamBody>(response.body);
  const std::string head = serialize_head(response, framing, open_ended_fields(framing));
  const std::string_view head_bytes = head;
  if (co_await transport_.write(std::span(&head_bytes, 1), options_.write_timeout) != Transport::Status::kOk)
    co_return false;
  if (framing.head_only) co_return true;

  queue_ = std::make_shared<SendQueue>(loop_, body.max_queued_bytes);
  queue_->on_overflow([this] { transport_.abort(); });
  last_sent_ = Clock::now();
  if (loop_->draining()) queue_->close(0, {});
  start(watch_client());
  std::exception_ptr failure;
  bool complete = false;
  try {
    if (body.on_open) body.on_open(std::make_shared<EventStreamHandle>(queue_));
    complete = co_await send_events(framing);
  } catch (...) {
    failure = std::current_exception();
  }
  queue_->disconnect();
  transport_.interrupt();
  co_await watch_ended_.wait();
  if (body.on_close) body.on_close();
  if (failure) std::rethrow_exception(failure);
  co_return complete;
}

Task<bool> EventStreamSession::send_events(const Framing& framing) {
  for (;;) {
    SendQueue::Batch batch = co_await queue_->next();
    if (batch.gone || batch.overflowed) co_return false;
    std::string bytes = batch.nudged && batch.messages.empty() ? std::string(kComment) : std::string();
    std::size_t queued = 0;
    for (const SendQueue::Message& message : batch.messages) {
      bytes += message.text;
      queued += message.text.size();
    }
    if (!bytes.empty() && !co_await send_piece(transport_, bytes, framing, options_.write_timeout))
      co_return false;
    queue_->sent(queued);
    last_sent_ = Clock::now();
    if (!batch.closing) continue;
    if (framing.http_1_0) co_return true;
    co_return co_await transport_.write(std::span(&kLastChunk, 1), options_.write_timeout) ==
        Transport::Status::kOk;
  }
}

Task<> EventStreamSession::watch_client() {
  std::array<char, 512> ignored;
  for (std::size_t total = 0; total < kMaxIgnoredBytes;) {
    const Transport::Transfer transfer = co_await transport_.read_some(ignored, Clock::time_point::max());
    if (transfer.status != Transport::Status::kOk) break;
    total += transfer.count;
  }
  queue_->disconnect();
  watch_ended_.set();
}

void EventStreamSession::on_tick(Clock::time_point now) {
  if (queue_ && now - last_sent_ >= options_.ping_interval) queue_->nudge();
}

void EventStreamSession::on_drain() {
  if (queue_) queue_->close(0, {});
}

}  // namespace storey::http
