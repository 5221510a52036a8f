// A store whose every transaction is rolled back once and run again, as a remote one may do at any time.
#pragma once

#include "wrapped_store.h"

namespace storey::service {

class TwiceStore final : public WrappedStore {
 public:
  using WrappedStore::WrappedStore;

 protected:
  Outcome<void> run_write(const Step& step) override {
    roll_back([&](const Step& once) { return wrapped.write(once); }, step);
    return wrapped.write(step);
  }
  Outcome<void> run_note(const Step& step) override {
    roll_back([&](const Step& once) { return wrapped.note(once); }, step);
    return wrapped.note(step);
  }
  Outcome<void> run_read(const Step& step) override {
    roll_back([&](const Step& once) { return wrapped.read(once); }, step);
    return wrapped.read(step);
  }

 private:
  template <class Run>
  static void roll_back(const Run& run, const Step& step) {
    static_cast<void>(run([&](Session& session) -> Outcome<void> {
      static_cast<void>(step(session));
      return refuse(FailureCode::kInternalServerError, "others got in between");
    }));
  }
};

}  // namespace storey::service
