// A client of the service as anybody could write it, over its public interface.
#pragma once

#include <boost/json.hpp>
#include <filesystem>
#include <functional>
#include <string>

#include "storey/result.h"

namespace storey {

class DemoClient {
 public:
  /// `url`: of the service, before /v1.
  explicit DemoClient(std::string url) : base_(std::move(url) + "/v1") {}

  /// Fetches an access token for all that follows.
  Result<void> authenticate(const std::string& client_id, const std::string& client_secret);

  /// The `data` of the answer. An error of the answer is kInternal with its message.
  Result<boost::json::object> run(const std::string& document, const boost::json::object& variables) const;

  /// Sends the file with PUT.
  Result<void> put_file(const std::string& url, const std::filesystem::path& file) const;

  /// Calls `on_event` with the `data` of every event of the subscription, until it ends.
  Result<void> subscribe(const std::string& document, const boost::json::object& variables,
                         const std::function<void(const boost::json::object&)>& on_event) const;

  Result<void> download(const std::string& url, const std::filesystem::path& file) const;

 private:
  std::string base_;
  std::string token_;
};

}  // namespace storey
