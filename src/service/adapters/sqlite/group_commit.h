// Writes that wait for each other share a transaction, and with it the wait for the disk.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <mutex>

#include "base/fair_mutex.h"
#include "service/adapters/sql/sql_session.h"
#include "service/domain/failure.h"

namespace storey::service {

/// One at a time writes into a database file. If each committed for itself, whoever comes behind a client
/// with much to write would wait for the disk as often as writes are before it. So whoever has its turn while
/// others wait leaves the transaction open to the next; the last of them commits for all. Each has a
/// savepoint of its own: what fails is undone alone. All come in their turn, and a write returns when its
/// changes are on disk.
class GroupCommit {
 public:
  using Step = std::function<Outcome<void>(Session&)>;

  explicit GroupCommit(SqlSession& session) : session_(session) {}
  GroupCommit(const GroupCommit&) = delete;
  GroupCommit& operator=(const GroupCommit&) = delete;

  /// From any thread. `on_turn` is called when it is this write's turn.
  Outcome<void> write(const Step& step, const std::function<void()>& on_turn);

  /// Runs `work` alone: no other writes meanwhile, and no transaction is open.
  template <class Work>
  auto alone(const Work& work) {
    const std::lock_guard lock(mutex_);
    if (shared_) commit();
    return work();
  }

  /// For a step that need not wait for the disk: `otherwise` does it alone, on a connection of its own,
  /// unless a transaction is open, which the step joins.
  Outcome<void> join_or(const std::function<Outcome<void>()>& otherwise, const Step& step,
                        const std::function<void()>& on_turn);

  /// How many write or wait for their turn.
  std::uint64_t wanted() { return mutex_.wanted(); }

 private:
  struct Shared {
    int steps = 0;
    std::promise<Outcome<void>> committed;
    std::shared_future<Outcome<void>> result = committed.get_future().share();
  };

  struct Ran {
    Outcome<void> outcome;
    std::exception_ptr thrown;
  };

  /// When the transaction has been committed.
  static Outcome<void> result_of(const Ran& ran, const Shared& shared);
  /// With the lock held, in the open transaction.
  Ran take_part(const Step& step);
  /// Undoes the step if it fails or throws.
  Ran run_in_savepoint(const Step& step);
  /// The step alone, or where that is no longer possible, all that share the transaction.
  void undo_step();
  /// With the lock held.
  void commit();
  void give_up(Failure failure);

  SqlSession& session_;
  FairMutex mutex_;
  std::shared_ptr<Shared> shared_;  ///< whose transaction is open
};

}  // namespace storey::service
