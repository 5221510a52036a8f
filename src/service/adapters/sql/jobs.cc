#include <algorithm>
#include <boost/json.hpp>
#include <iterator>
#include <limits>
#include <tuple>

#include "service/adapters/sql/sql_session.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

const std::string kJobColumns =
    "job_id, kind, client_id, order_id, asset_id, status, attempts, lease_owner, lease_expires, created, "
    "not_before, size_bytes, traceparent, etags";

/// A list in JSON; empty for none, as of most jobs.
std::string write_etags(const std::vector<std::string>& etags) {
  return etags.empty() ? std::string() : boost::json::serialize(boost::json::value_from(etags));
}

std::vector<std::string> read_etags(const std::string& text) {
  if (text.empty()) return {};
  return boost::json::value_to<std::vector<std::string>>(boost::json::parse(text));
}

Job read_job(Row row) {
  Job job;
  job.id = JobId(row.text(0));
  job.kind = parse_job_kind(row.text(1)).value_or(JobKind::kConvert);
  job.client_id = ClientId(row.text(2));
  job.order_id = OrderId(row.text(3));
  job.asset_id = AssetId(row.text(4));
  job.status = parse_job_status(row.text(5)).value_or(JobStatus::kQueued);
  job.attempts = static_cast<int>(row.integer(6));
  job.lease_owner = row.text(7);
  job.lease_expires = row.time(8);
  job.created = row.time(9);
  job.not_before = row.time(10);
  job.size_bytes = static_cast<std::uint64_t>(row.integer(11));
  job.traceparent = row.text(12);
  job.etags = read_etags(row.text(13));
  return job;
}

/// So many clients that wait are looked at for a claim.
constexpr std::size_t kClientsAtOnce = 20;

/// For so long a line of clients is good for.
constexpr Milliseconds kLineHolds{200};

std::int64_t most_bytes(const JobClaim& claim) {
  return claim.max_bytes ? static_cast<std::int64_t>(*claim.max_bytes)
                         : std::numeric_limits<std::int64_t>::max();
}

}  // namespace

Result<void> SqlJobs::insert(const Job& job) {
  STOREY_TRY_VOID(connection_.announce(Connection::Change::kJobs));
  static const std::string sql =
      "INSERT INTO jobs (" + kJobColumns + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  return connection_.execute(sql, job.id, job_kind_name(job.kind), job.client_id, job.order_id, job.asset_id,
                             job_status_name(job.status), job.attempts, job.lease_owner, job.lease_expires,
                             job.created, job.not_before, static_cast<std::int64_t>(job.size_bytes),
                             job.traceparent, write_etags(job.etags));
}

Result<std::optional<Job>> SqlJobs::find(const JobId& id) {
  static const std::string sql = "SELECT " + kJobColumns + " FROM jobs WHERE job_id = ?";
  return connection_.find(read_job, sql, id);
}

Result<std::optional<Job>> SqlJobs::find(JobKind kind, const AssetId& asset) {
  static const std::string sql =
      "SELECT " + kJobColumns +
      " FROM jobs WHERE order_id = (SELECT order_id FROM assets WHERE asset_id = ?2)"
      " AND asset_id = ?2 AND kind = ?1 ORDER BY job_id LIMIT 1";
  return connection_.find(read_job, sql, job_kind_name(kind), asset);
}

Result<std::vector<SqlJobs::Turn>> SqlJobs::list_waiting(const JobClaim& claim, const ClientId& after,
                                                         std::size_t limit) {
  // `waiting` steps from client to client in the index of jobs by client. Every part says by its form how it
  // is to be done, with few jobs or many: the database plans it once.
  return connection_.list(
      [](Row row) {
        return Turn{ClientId(row.text(0)), row.text(1), row.integer(2), row.maybe_integer(3)};
      },
      "WITH RECURSIVE waiting (client_id, number) AS ("
      " SELECT (SELECT client_id FROM jobs WHERE kind = ?1 AND client_id > ?4 ORDER BY client_id LIMIT 1), 1"
      " UNION ALL SELECT (SELECT j.client_id FROM jobs j WHERE j.kind = ?1"
      "  AND j.client_id > waiting.client_id ORDER BY j.client_id LIMIT 1), number + 1"
      "  FROM waiting WHERE waiting.client_id IS NOT NULL AND number < ?5)"
      " SELECT w.client_id,"
      " (SELECT job_id FROM jobs j WHERE j.kind = ?1 AND j.client_id = w.client_id"
      "  AND (j.status = 'LEASED' OR j.not_before <= ?2)"
      "  AND (j.status = 'QUEUED' OR j.lease_expires < ?2) AND j.size_bytes <= ?3 ORDER BY job_id LIMIT 1),"
      " (SELECT count(*) FROM jobs j WHERE j.kind = ?1 AND j.client_id = w.client_id"
      "  AND j.status = 'LEASED' AND j.lease_expires >= ?2),"
      " (SELECT turn FROM job_turns t WHERE t.kind = ?1 AND t.client_id = w.client_id)"
      " FROM waiting w WHERE w.client_id IS NOT NULL",
      job_kind_name(claim.kind), claim.now, most_bytes(claim), after, limit);
}

/// Of very many clients that wait, those next to the ones that this connection looked at before: the work of
/// a claim does not grow with their number, and all have their turn.
Result<std::deque<SqlJobs::Turn>> SqlJobs::list_in_turn(const JobClaim& claim) {
  ClientId& after = looked_at_[claim.kind];
  STOREY_TRY(auto turns, list_waiting(claim, after, kClientsAtOnce));
  if (turns.size() < kClientsAtOnce && !after.text.empty()) {
    STOREY_TRY(auto first, list_waiting(claim, ClientId(), kClientsAtOnce - turns.size()));
    std::erase_if(first, [&](const Turn& turn) { return turn.client.text > after.text; });
    turns.insert(turns.end(), first.begin(), first.end());
  }
  after = turns.size() < kClientsAtOnce ? ClientId() : turns.back().client;
  std::erase_if(turns, [&](const Turn& turn) {
    return turn.next_job.empty() || (claim.max_per_client > 0 && turn.leases >= claim.max_per_client);
  });
  std::sort(turns.begin(), turns.end(), [](const Turn& a, const Turn& b) {
    return std::tuple(a.leases, a.last_claim.value_or(0), std::string_view(a.next_job)) <
           std::tuple(b.leases, b.last_claim.value_or(0), std::string_view(b.next_job));
  });
  return std::deque<Turn>(std::make_move_iterator(turns.begin()), std::make_move_iterator(turns.end()));
}

Result<std::optional<Job>> SqlJobs::claim_of(const ClientId& client, const JobClaim& claim) {
  const std::string sql =
      "UPDATE jobs SET status = 'LEASED', lease_owner = ?5, lease_expires = ?6, attempts = attempts + 1"
      " WHERE job_id = (SELECT job_id FROM jobs WHERE kind = ?1 AND client_id = ?2"
      " AND (status = 'LEASED' OR not_before <= ?3)"
      " AND (status = 'QUEUED' OR lease_expires < ?3) AND size_bytes <= ?4 ORDER BY job_id LIMIT 1" +
      connection_.lock_free_row() + ") RETURNING " + kJobColumns;
  return connection_.find(read_job, sql, job_kind_name(claim.kind), client, claim.now, most_bytes(claim),
                          claim.owner, claim.expires);
}

/// Where another claim of the client's is under way, its turn is noted by that one.
Result<void> SqlJobs::note_turn(const Turn& turn, const JobClaim& claim) {
  const std::string_view kind = job_kind_name(claim.kind);
  if (!turn.last_claim)
    return connection_.execute(
        "INSERT INTO job_turns (kind, client_id, turn) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", kind,
        turn.client, claim.now);
  return connection_.execute(
      "UPDATE job_turns SET turn = ?3 WHERE kind = ?1 AND client_id IN"
      " (SELECT client_id FROM job_turns WHERE kind = ?1 AND client_id = ?2" +
          connection_.lock_free_row() + ")",
      kind, turn.client, claim.now);
}

Result<std::optional<Job>> SqlJobs::claim_in(Line& line, const JobClaim& claim) {
  while (!line.turns.empty()) {
    const Turn turn = std::move(line.turns.front());
    line.turns.pop_front();
    STOREY_TRY(auto job, claim_of(turn.client, claim));
    if (!job) continue;  // others have taken what there was
    STOREY_TRY_VOID(note_turn(turn, claim));
    return job;
  }
  return std::nullopt;
}

/// Where claims follow each other closely, those of one line do: each client in it has its turn once.
Result<std::optional<Job>> SqlJobs::claim(const JobClaim& claim) {
  Line& line = lines_[claim.kind];
  const bool holds = line.max_bytes == claim.max_bytes && claim.max_per_client == 0 &&
                     line.formed <= claim.now && claim.now < line.formed + kLineHolds;
  if (holds) {
    STOREY_TRY(auto job, claim_in(line, claim));
    if (job) return job;
  }
  line = Line{{}, claim.now, claim.max_bytes};
  STOREY_TRY(line.turns, list_in_turn(claim));
  return claim_in(line, claim);
}

Result<bool> SqlJobs::renew(const JobId& id, const std::string& owner, Timestamp expires) {
  STOREY_TRY(
      const std::int64_t changed,
      connection_.change(
          "UPDATE jobs SET lease_expires = ? WHERE job_id = ? AND lease_owner = ? AND status = 'LEASED'",
          expires, id, owner));
  return changed > 0;
}

Result<bool> SqlJobs::end(const JobId& id, const std::string& owner) {
  STOREY_TRY(const std::int64_t ended,
             connection_.number("DELETE FROM jobs WHERE job_id = ? AND lease_owner = ? AND status = 'LEASED'"
                                " RETURNING 1",
                                id, owner));
  return ended > 0;
}

Result<void> SqlJobs::give_back(const JobId& id, const std::string& owner) {
  STOREY_TRY_VOID(connection_.announce(Connection::Change::kJobs));
  return connection_.execute(
      "UPDATE jobs SET status = 'QUEUED', lease_owner = '', attempts = attempts - 1"
      " WHERE job_id = ? AND lease_owner = ? AND status = 'LEASED'",
      id, owner);
}

Result<bool> SqlJobs::postpone(const JobId& id, const std::string& owner, Timestamp not_before) {
  STOREY_TRY(const std::int64_t changed,
             connection_.change("UPDATE jobs SET status = 'QUEUED', lease_owner = '', not_before = ?"
                                " WHERE job_id = ? AND lease_owner = ? AND status = 'LEASED'",
                                not_before, id, owner));
  return changed > 0;
}

Result<void> SqlJobs::cancel(const OrderId& order) {
  return connection_.execute("DELETE FROM jobs WHERE order_id = ?", order);
}

Result<void> SqlJobs::cancel(const AssetId& asset) {
  return connection_.execute(
      "DELETE FROM jobs WHERE order_id = (SELECT order_id FROM assets WHERE asset_id = ?1) AND asset_id = ?1",
      asset);
}

Result<JobStore::Depth> SqlJobs::depth(JobKind kind) {
  STOREY_TRY(const auto found, connection_.find(
                                   [](Row row) {
                                     return Depth{row.integer(0), row.integer(1), row.maybe_time(2)};
                                   },
                                   "SELECT count(*) FILTER (WHERE status = 'QUEUED'),"
                                   " count(*) FILTER (WHERE status = 'LEASED'),"
                                   " min(created) FILTER (WHERE status = 'QUEUED')"
                                   " FROM jobs WHERE kind = ?",
                                   job_kind_name(kind)));
  return found.value_or(Depth{});
}

}  // namespace storey::service
