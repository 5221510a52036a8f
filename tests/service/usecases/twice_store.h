// A store whose every transaction is rolled back once and run again, as a remote one may do at any time.
#pragma once

#include "service/ports/store.h"

namespace storey::service {

class TwiceStore final : public Store {
 public:
  explicit TwiceStore(Store& store) : store_(store) {}
  Result<StoreChanges> changes() override { return store_.changes(); }
  bool answers_at_once() const override { return store_.answers_at_once(); }
  Result<void> shrink() override { return store_.shrink(); }
  Result<void> check() override { return store_.check(); }

 protected:
  Outcome<void> run_write(const Step& step) override {
    roll_back([&](const Step& once) { return store_.write(once); }, step);
    return store_.write(step);
  }
  Outcome<void> run_note(const Step& step) override {
    roll_back([&](const Step& once) { return store_.note(once); }, step);
    return store_.note(step);
  }
  Outcome<void> run_read(const Step& step) override {
    roll_back([&](const Step& once) { return store_.read(once); }, step);
    return store_.read(step);
  }

 private:
  template <class Run>
  static void roll_back(const Run& run, const Step& step) {
    static_cast<void>(run([&](Session& session) -> Outcome<void> {
      static_cast<void>(step(session));
      return refuse(FailureCode::kInternalServerError, "others got in between");
    }));
  }

  Store& store_;
};

}  // namespace storey::service
