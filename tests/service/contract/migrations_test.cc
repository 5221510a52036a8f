// Databases of former versions, brought up to date.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <stdexcept>

#include "service/adapters/sql/sql_session.h"
#include "service/adapters/sqlite/sqlite_connection.h"
#include "service/adapters/sqlite/sqlite_migrations.h"

namespace storey::service {
namespace {

class MigrationsTest : public testing::Test {
 protected:
  MigrationsTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "storey-migrations-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder");
    folder = pattern;
  }
  ~MigrationsTest() override { std::filesystem::remove_all(folder); }

  std::filesystem::path folder;
};

TEST_F(MigrationsTest, WhatTheFirstVersionWroteIsReadAsItWas) {
  std::unique_ptr<Connection> connection = SqliteConnection::open(folder / "storey.db", false).value();
  const std::vector<Migration>& all = sqlite_migrations();
  ASSERT_TRUE(migrate(*connection, {all.front()}, from_unix_ms(0)));
  ASSERT_TRUE(connection->run_script(R"(
    INSERT INTO clients VALUES ('c', 'Name', x'00', 'premium', 7, 0, 1);
    INSERT INTO projects VALUES ('p', 'c', 'Default', 1);
    INSERT INTO orders (order_id, client_id, project_id, name, status, created, product, model_units, options,
      percentage, stage) VALUES ('o', 'c', 'p', 'House', 'UPLOADING', 1, 'areaplan', 'Metric', '{}', 0, '');
    INSERT INTO assets (asset_id, order_id, client_id, type, upload_type, status, created, expires, active,
      file_name, received_bytes, received_sha256, upload_id, total_parts, part_size, source_url, blob_id,
      failure_code, failure_message) VALUES ('a', 'o', 'c', 'xyz', 'single', 'FAILED', 1, 2, 1, '', 0, '', '', 0, 0,
      '', '', 18, 'too short');
    INSERT INTO jobs (job_id, kind, client_id, order_id, asset_id, status, attempts, lease_owner, lease_expires, created)
      VALUES ('j', 'fetch', 'c', 'o', 'a', 'QUEUED', 0, '', 0, 1);
    INSERT INTO webhooks VALUES ('w', 'c', 'https://example.com/', 'order.updated', 1, 2, NULL, NULL);
  )"));
  const auto report = migrate(*connection, all, from_unix_ms(0));
  ASSERT_TRUE(report) << report.error().describe();
  EXPECT_EQ(report->applied.size(), all.size() - 1);
  SqlSession session(std::move(connection));
  const auto asset = session.assets().find(AssetId("a")).value();
  EXPECT_EQ(asset->failure, Failure(FailureCode::kUploadMismatch, "too short"));
  const auto job = session.jobs().find(JobKind::kFetch, AssetId("a")).value();
  EXPECT_EQ(job->id, JobId("j"));
  EXPECT_TRUE(job->etags.empty());
  const auto client = session.clients().find(ClientId("c")).value();
  EXPECT_EQ(client->requests_per_hour, 7);
  EXPECT_FALSE(client->former_secret);
  EXPECT_EQ(session.webhooks().find(ClientId("c"), WebhookId("w")).value()->key_id, "");
}

}  // namespace
}  // namespace storey::service
