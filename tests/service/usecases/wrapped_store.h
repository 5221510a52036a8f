// A store that hands everything on to another one: tests change what they are about.
#pragma once

#include "service/ports/store.h"

namespace storey::service {

class WrappedStore : public Store {
 public:
  explicit WrappedStore(Store& store) : wrapped(store) {}
  Result<StoreChanges> changes() override { return wrapped.changes(); }
  bool answers_at_once() const override { return wrapped.answers_at_once(); }
  Result<void> shrink() override { return wrapped.shrink(); }
  Result<void> check() override { return wrapped.check(); }

 protected:
  Outcome<void> run_write(const Step& step) override { return wrapped.write(step); }
  Outcome<void> run_note(const Step& step) override { return wrapped.note(step); }
  Outcome<void> run_read(const Step& step) override { return wrapped.read(step); }

  Store& wrapped;
};

}  // namespace storey::service
