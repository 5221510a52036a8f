#include "service/adapters/sqlite/sqlite_session.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

Job read_job(Row row) {
  Job job;
  job.id = JobId(row.text(0));
  job.kind = parse_job_kind(row.text(1)).value_or(JobKind::kConvert);
  job.client_id = ClientId(row.text(2));
  job.order_id = OrderId(row.text(3));
  job.asset_id = AssetId(row.text(4));
  job.status = parse_job_status(row.text(5)).value_or(JobStatus::kDone);
  job.attempts = static_cast<int>(row.integer(6));
  job.lease_owner = row.text(7);
  job.lease_expires = row.time(8);
  job.created = row.time(9);
  return job;
}

}  // namespace

Result<void> SqliteJobs::insert(const Job& job) {
  return connection_.execute("INSERT INTO jobs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", job.id,
                             job_kind_name(job.kind), job.client_id, job.order_id, job.asset_id,
                             job_status_name(job.status), job.attempts, job.lease_owner, job.lease_expires,
                             job.created);
}

Result<std::optional<Job>> SqliteJobs::find(const JobId& id) {
  return connection_.find(read_job,
                          "SELECT job_id, kind, client_id, order_id, asset_id, status, attempts, lease_owner,"
                          " lease_expires, created FROM jobs WHERE job_id = ?",
                          id);
}

Result<std::optional<Job>> SqliteJobs::claim(JobKind kind, const std::string& owner, Timestamp now,
                                             Timestamp expires) {
  return connection_.find(read_job,
                          "UPDATE jobs SET status = 'LEASED', lease_owner = ?1, lease_expires = ?2, attempts "
                          "= attempts + 1 WHERE job_id ="
                          " (SELECT job_id FROM jobs WHERE kind = ?3 AND (status = 'QUEUED' OR (status = "
                          "'LEASED' AND lease_expires < ?4))"
                          " AND status IN ('QUEUED', 'LEASED') ORDER BY job_id LIMIT 1)"
                          " RETURNING job_id, kind, client_id, order_id, asset_id, status, attempts, "
                          "lease_owner, lease_expires, created",
                          owner, expires, job_kind_name(kind), now);
}

Result<bool> SqliteJobs::renew(const JobId& id, const std::string& owner, Timestamp expires) {
  STOREY_TRY_VOID(connection_.execute(
      "UPDATE jobs SET lease_expires = ? WHERE job_id = ? AND lease_owner = ? AND status = 'LEASED'", expires,
      id, owner));
  return connection_.changes() > 0;
}

Result<bool> SqliteJobs::release(const JobId& id, const std::string& owner, JobStatus status) {
  STOREY_TRY_VOID(connection_.execute(
      "UPDATE jobs SET status = ?1, lease_owner = '', attempts = attempts - (?1 = 'QUEUED')"
      " WHERE job_id = ?2 AND lease_owner = ?3 AND status = 'LEASED'",
      job_status_name(status), id, owner));
  return connection_.changes() > 0;
}

Result<void> SqliteJobs::cancel(const OrderId& order) {
  return connection_.execute(
      "UPDATE jobs SET status = 'CANCELLED', lease_owner = '' WHERE order_id = ? AND status IN ('QUEUED', "
      "'LEASED')",
      order);
}

Result<void> SqliteJobs::cancel(const AssetId& asset) {
  return connection_.execute(
      "UPDATE jobs SET status = 'CANCELLED', lease_owner = '' WHERE order_id = (SELECT order_id FROM assets"
      " WHERE asset_id = ?1) AND asset_id = ?1 AND status IN ('QUEUED', 'LEASED')",
      asset);
}

Result<JobStore::Depth> SqliteJobs::depth(JobKind kind) {
  STOREY_TRY(const auto found, connection_.find(
                                   [](Row row) {
                                     return Depth{row.integer(0), row.integer(1)};
                                   },
                                   "SELECT count(*) FILTER (WHERE status = 'QUEUED'),"
                                   " count(*) FILTER (WHERE status = 'LEASED')"
                                   " FROM jobs WHERE kind = ? AND status IN ('QUEUED', 'LEASED')",
                                   job_kind_name(kind)));
  return found.value_or(Depth{});
}

}  // namespace storey::service
