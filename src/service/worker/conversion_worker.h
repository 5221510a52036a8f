// One worker: takes conversions from the queue, one after the other, and runs each in a child process.
#pragma once

#include "service/usecases/jobs.h"
#include "service/worker/background.h"
#include "service/worker/conversion.h"
#include "service/worker/observer.h"
#include "service/worker/work_call.h"
#include "service/worker/worker_options.h"

namespace storey::service {

class ConversionWorker {
 public:
  /// `call` tells it when to look for work.
  ConversionWorker(Services& services, const WorkerOptions& options, const WorkObserver& observer,
                   WorkCall& call);
  ~ConversionWorker();

  /// Stops a conversion under way and gives it back; `stop` waits for that.
  void request_stop() { background_.request_stop(); }
  void stop() { background_.stop(); }

 private:
  class Lease;

  std::chrono::milliseconds work(const std::stop_token& stop);
  /// Beside others, and once more alone if the system stopped it for want of memory.
  ConversionOutcome convert_in_turn(const ClaimedConversion& claimed, const ConversionRequest& request,
                                    const std::function<bool()>& keep_going, Lease& lease);
  /// False where this machine, not the scan, is the trouble.
  bool convert(const ClaimedConversion& claimed, const std::stop_token& stop);
  void try_later(const Job& job, std::chrono::milliseconds took);
  bool finish(const ClaimedConversion& claimed, const ConversionOutcome& outcome, Lease& lease,
              std::chrono::milliseconds took);
  Outcome<ResultFile> put_result(const Order& order, const MadeFile& made, Lease& lease);
  Outcome<bool> store_results(const ClaimedConversion& claimed, const ConversionOutcome& outcome,
                              Lease& lease);

  Services& services_;
  WorkerOptions options_;
  const WorkObserver& observer_;
  WorkCall& call_;
  WorkCall::Worker number_;
  std::chrono::milliseconds trouble_{0};  ///< how long to wait after the last conversion; of its thread only
  Background background_;                 // last: it uses the others
};

}  // namespace storey::service
