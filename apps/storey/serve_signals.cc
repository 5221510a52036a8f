#include "serve_signals.h"

#include <pthread.h>

#include <initializer_list>

namespace storey {

ServiceSignals::ServiceSignals() {
  sigemptyset(&signals_);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&signals_, signal);
  pthread_sigmask(SIG_BLOCK, &signals_, &previous_);
}

ServiceSignals::~ServiceSignals() { pthread_sigmask(SIG_SETMASK, &previous_, nullptr); }

int ServiceSignals::wait() const {
  int signal = 0;
  while (sigwait(&signals_, &signal) != 0) {
  }
  return signal;
}

}  // namespace storey
