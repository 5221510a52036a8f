#include "service/adapters/sqlite/group_commit.h"

#include <utility>

#include "service/domain/try.h"

namespace storey::service {
namespace {

/// So many share a transaction at most, so that the first of them waits for a bounded number of others.
constexpr int kMostSteps = 32;

}  // namespace

Outcome<void> GroupCommit::write(const Step& step, const std::function<void()>& on_turn) {
  std::shared_ptr<Shared> shared;
  Ran ran;
  {
    const std::lock_guard lock(mutex_);
    on_turn();
    if (!shared_) {
      STOREY_TRY_VOID(session_.connection().execute("BEGIN IMMEDIATE"));
      shared_ = std::make_shared<Shared>();
    }
    shared = shared_;
    ran = take_part(step);
  }
  return result_of(ran, *shared);
}

Outcome<void> GroupCommit::join_or(const std::function<Outcome<void>()>& otherwise, const Step& step,
                                   const std::function<void()>& on_turn) {
  std::shared_ptr<Shared> shared;
  Ran ran;
  {
    const std::lock_guard lock(mutex_);
    on_turn();
    if (!shared_) return otherwise();
    shared = shared_;
    ran = take_part(step);
  }
  return result_of(ran, *shared);
}

Outcome<void> GroupCommit::result_of(const Ran& ran, const Shared& shared) {
  if (ran.thrown) std::rethrow_exception(ran.thrown);
  return ran.outcome ? shared.result.get() : ran.outcome;
}

GroupCommit::Ran GroupCommit::take_part(const Step& step) {
  ++shared_->steps;
  Ran ran = run_in_savepoint(step);
  if (shared_ && (shared_->steps >= kMostSteps || mutex_.wanted() == 1)) commit();
  return ran;
}

GroupCommit::Ran GroupCommit::run_in_savepoint(const Step& step) {
  Ran ran;
  if (auto begun = session_.connection().execute("SAVEPOINT step"); !begun)
    return {tl::make_unexpected(Failure(begun.error())), nullptr};
  try {
    ran.outcome = step(session_);
  } catch (...) {
    ran.thrown = std::current_exception();
  }
  if (!ran.thrown && ran.outcome)
    if (auto released = session_.connection().execute("RELEASE step"); !released)
      ran.outcome = tl::make_unexpected(Failure(released.error()));
  if (ran.thrown || !ran.outcome) undo_step();
  return ran;
}

void GroupCommit::undo_step() {
  const auto undo = [this]() -> Result<void> {
    STOREY_TRY_VOID(session_.connection().execute("ROLLBACK TO step"));
    return session_.connection().execute("RELEASE step");
  };
  // Of some failures, such as a full disk, SQLite undoes the whole transaction.
  if (auto undone = undo(); !undone) give_up(Failure(undone.error()));
}

void GroupCommit::commit() {
  auto committed = session_.connection().execute("COMMIT");
  if (!committed) return give_up(Failure(committed.error()));
  std::exchange(shared_, nullptr)->committed.set_value({});
}

void GroupCommit::give_up(Failure failure) {
  static_cast<void>(session_.connection().execute("ROLLBACK"));
  std::exchange(shared_, nullptr)->committed.set_value(tl::make_unexpected(std::move(failure)));
}

}  // namespace storey::service
