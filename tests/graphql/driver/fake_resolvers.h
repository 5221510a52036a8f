// Resolvers for any schema, which read JSON data. The same are written for graphql-js in
// oracle/resolvers.mjs:
//   - a field is the member of its name in the data of its object;
//   - a field whose name starts with "echo" gives its coerced arguments as JSON text;
//   - a field whose name starts with "later" is resolved later, in the order of the "$at" of its data;
//   - {"$error": "text"} is an error, {"$at": 3, "$value": x} is x at logical time 3.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/json/value.hpp>
#include <memory>
#include <vector>

#include "graphql/graphql.h"

namespace storey::graphql {

/// What resolvers of one request share: the data of the root, and who waits for which logical time.
class FakeWorld {
 public:
  explicit FakeWorld(const boost::json::value& root) : root_(root) {}

  const boost::json::value& root() const { return root_; }
  Awaitable<void> wait_until(double time);
  /// Runs everything; time goes on when nobody has anything left to do at the present time.
  void run(boost::asio::io_context& io);

 private:
  struct Waiting {
    double time;
    std::shared_ptr<boost::asio::steady_timer> timer;
  };
  const boost::json::value& root_;
  std::vector<Waiting> waiting_;
};

/// The schema with such resolvers for every field.
tl::expected<std::unique_ptr<const Schema>, Schema::Errors> build_fake_schema(std::string_view sdl);

}  // namespace storey::graphql
