#include "http/send_queue.h"

#include <utility>

namespace storey::http {
namespace {

constexpr std::size_t kMaxCloseReason = 123;  // RFC 6455 section 5.5: 125 bytes less the code

}  // namespace

SendQueue::SendQueue(std::shared_ptr<Loop> loop, std::size_t max_bytes)
    : loop_(std::move(loop)), max_bytes_(max_bytes), changed_(*loop_), room_(*loop_) {}

bool SendQueue::push(Message message) {
  std::unique_lock lock(mutex_);
  if (closing_ || overflowed_ || gone_) return false;
  bytes_ += message.text.size();
  // A single message may be as large as it likes: only what piles up behind another one is held against the
  // client.
  overflowed_ = bytes_ > max_bytes_ && bytes_ > message.text.size();
  const bool accepted = !overflowed_;
  if (accepted) messages_.push_back(std::move(message));
  wake(std::move(lock));
  return accepted;
}

void SendQueue::close(std::uint16_t code, std::string_view reason) {
  std::unique_lock lock(mutex_);
  if (closing_ || gone_) return;
  closing_ = true;
  close_code_ = code;
  close_reason_ = reason.substr(0, kMaxCloseReason);
  wake(std::move(lock));
}

std::size_t SendQueue::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

// However many messages are queued before the loop gets to them, it is woken once.
void SendQueue::wake(std::unique_lock<std::mutex> lock) {
  if (wake_is_posted_ || !loop_) return;
  wake_is_posted_ = true;
  const std::shared_ptr<Loop> loop = loop_;
  lock.unlock();
  loop->post([self = shared_from_this()] {
    std::function<void()> cut_off;
    {
      const std::lock_guard relock(self->mutex_);
      self->wake_is_posted_ = false;
      if (self->overflowed_) cut_off = std::exchange(self->cut_off_, nullptr);
    }
    if (cut_off) cut_off();
    self->changed_.set();
  });
}

Task<SendQueue::Batch> SendQueue::next() {
  for (;;) {
    {
      const std::lock_guard lock(mutex_);
      if (!messages_.empty() || closing_ || overflowed_ || gone_ || nudged_) {
        Batch batch{std::exchange(messages_, {}), closing_, overflowed_, gone_, nudged_};
        nudged_ = false;
        co_return batch;
      }
    }
    co_await changed_.wait();
  }
}

void SendQueue::sent(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  bytes_ -= bytes;
  if (bytes_ <= max_bytes_ / 2) room_.set();
}

void SendQueue::on_overflow(std::function<void()> cut_off) {
  const std::lock_guard lock(mutex_);
  cut_off_ = std::move(cut_off);
}

Task<> SendQueue::wait_for_room() {
  for (;;) {
    {
      const std::lock_guard lock(mutex_);
      if (bytes_ <= max_bytes_ / 2 || overflowed_ || gone_) co_return;
    }
    co_await room_.wait();
  }
}

void SendQueue::nudge() {
  {
    const std::lock_guard lock(mutex_);
    nudged_ = true;
  }
  changed_.set();
}

void SendQueue::disconnect() {
  {
    const std::lock_guard lock(mutex_);
    gone_ = true;
    cut_off_ = nullptr;
    loop_.reset();
  }
  changed_.set();
  room_.set();
}

bool SendQueue::overflowed() const {
  const std::lock_guard lock(mutex_);
  return overflowed_;
}

std::uint16_t SendQueue::close_code() const {
  const std::lock_guard lock(mutex_);
  return close_code_;
}

std::string SendQueue::close_reason() const {
  const std::lock_guard lock(mutex_);
  return close_reason_;
}

}  // namespace storey::http
