// What tests of stores begin with: an empty store with two clients, and what else each needs.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "service/domain/try.h"
#include "store_contract.h"

namespace storey::service {

inline Timestamp at(std::int64_t ms) { return from_unix_ms(ms); }

/// Identifiers that order by `number`.
template <class IdType>
IdType id(std::uint64_t number) {
  return IdType(make_uuid_v7(number, 0, std::array<std::uint8_t, 8>{}));
}

class StoreTest : public testing::TestWithParam<MakeStore> {
 protected:
  void SetUp() override {
    database_ = GetParam().make();
    store_ = database_.open();
    for (const std::uint64_t number : {1, 2}) add_client(number);
  }

  Store& store() { return *store_; }
  /// The same database, as another process opens it.
  std::unique_ptr<Store> open_again() const { return database_.open(); }

  /// Runs `action` in a transaction that must succeed; gives its value.
  template <class Action>
  auto write(Action action) {
    using T = typename std::invoke_result_t<Action, Session&>::value_type;
    const Outcome<T> done =
        store().write([&](Session& session) -> Outcome<T> { return outcome(action(session)); });
    EXPECT_TRUE(done) << (done ? "" : done.error().message + done.error().internal);
    if constexpr (!std::is_void_v<T>) return done.value();
  }

  template <class T>
  static Outcome<T> outcome(Result<T> result) {
    if (!result) return tl::make_unexpected(Failure(result.error()));
    if constexpr (std::is_void_v<T>)
      return {};
    else
      return std::move(*result);
  }

  void add_client(std::uint64_t number) {
    Client client;
    client.id = id<ClientId>(number);
    client.name = "client " + std::to_string(number);
    client.secret_hash = sha256("secret " + std::to_string(number));
    client.created = at(static_cast<std::int64_t>(number));
    write([&](Session& s) { return s.clients().insert(client); });
    write([&](Session& s) {
      return s.projects().insert({id<ProjectId>(number), client.id, kDefaultProjectName, client.created, 0});
    });
  }

  Order add_order(std::uint64_t number, OrderStatus status = OrderStatus::kDraft, std::uint64_t client = 1) {
    Order order;
    order.id = id<OrderId>(number);
    order.client_id = id<ClientId>(client);
    order.project_id = id<ProjectId>(client);
    order.name = "order " + std::to_string(number);
    order.status = status;
    order.created = at(static_cast<std::int64_t>(number));
    if (is_final(status)) order.completed = order.created;
    write([&](Session& s) { return s.orders().insert(order); });
    return order;
  }

  Job add_job(std::uint64_t number, const Order& order) {
    Job job;
    job.id = id<JobId>(number);
    job.client_id = order.client_id;
    job.order_id = order.id;
    write([&](Session& s) { return s.jobs().insert(job); });
    return job;
  }

  Webhook add_webhook(std::uint64_t number, std::uint64_t client = 1) {
    Webhook webhook;
    webhook.id = id<WebhookId>(number);
    webhook.client_id = id<ClientId>(client);
    webhook.url = "https://example.com/";
    webhook.events = {"order.updated", "upload.finalized"};
    webhook.created = at(5);
    write([&](Session& s) { return s.webhooks().insert(webhook); });
    return webhook;
  }

  Delivery add_delivery(std::uint64_t number, const Webhook& webhook, std::uint64_t order,
                        Timestamp due = at(0)) {
    Delivery delivery;
    delivery.id = id<DeliveryId>(number);
    delivery.webhook_id = webhook.id;
    delivery.client_id = webhook.client_id;
    delivery.order_id = id<OrderId>(order);
    delivery.message_id = "msg_" + std::to_string(number);
    delivery.event = "order.updated";
    delivery.body = "{}";
    delivery.next_attempt = due;
    write([&](Session& s) { return s.deliveries().insert(delivery); });
    return delivery;
  }

  std::vector<std::string> claim(Timestamp now, int limit = 100, int per_webhook = 100,
                                 int per_client = 100) {
    std::vector<std::string> messages;
    const auto due = write([&](Session& s) {
      return s.deliveries().list_due(now, {limit, per_client, per_webhook});
    });
    for (const DueDelivery& taken :
         write([&](Session& s) { return s.deliveries().take(due, now, now + Seconds(20)); }))
      messages.push_back(taken.delivery.message_id);
    EXPECT_TRUE(write([&](Session& s) { return s.deliveries().take(due, now, now + Seconds(20)); }).empty())
        << "they are taken";
    return messages;
  }

 private:
  DatabaseUnderTest database_;
  std::unique_ptr<Store> store_;
};

using Messages = std::vector<std::string>;

}  // namespace storey::service
