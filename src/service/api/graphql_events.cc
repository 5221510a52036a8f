// GraphQL by server-sent events: the protocol of graphql-sse, "distinct connections" mode.
#include <mutex>

#include "service/api/graphql_routes.h"

namespace storey::service {
namespace {

/// One operation whose answers go into one stream of events.
struct EventOperation {
  explicit EventOperation(std::shared_ptr<GraphqlContext> operation_context)
      : context(std::move(operation_context)) {}

  std::shared_ptr<GraphqlContext> context;
  std::mutex mutex;
  std::shared_ptr<http::EventStream> stream;  ///< empty before it is open, and after it has closed

  bool send(std::string_view event, std::string_view data, std::string_view id = {}) {
    const std::lock_guard lock(mutex);
    return stream != nullptr && stream->send(event, data, id);
  }
  void complete() {
    const std::lock_guard lock(mutex);
    if (stream == nullptr) return;
    stream->send("complete", "");
    stream->close();
  }
};

OperationSink sink_of(const std::shared_ptr<EventOperation>& operation, Admissions& admissions,
                      std::string token) {
  OperationSink sink;
  sink.next = [operation](const std::string& body, std::int64_t event) {
    return operation->send("next", body, std::to_string(event));
  };
  sink.refused = [operation](const std::string& errors) {
    operation->send("next", R"({"errors":)" + errors + "}");
    operation->complete();
  };
  sink.complete = [operation] { operation->complete(); };
  sink.credential = token;
  sink.still_allowed = [&admissions, token = std::move(token)] { return admissions.is_allowed(token); };
  return sink;
}

}  // namespace

http::Response single_graphql_event(std::string body) {
  http::EventStreamBody stream;
  stream.on_open = [body = std::move(body)](const std::shared_ptr<http::EventStream>& opened) {
    opened->send("next", body);
    opened->send("complete", "");
    opened->close();
  };
  return http::Response::events(std::move(stream));
}

http::Response open_graphql_events(GraphqlTransport& transport, const http::Request& request,
                                   const Client& client, PreparedOperation prepared) {
  auto context = std::make_shared<GraphqlContext>(transport.context_for(request, client));
  context->cursor = std::make_shared<EventCursor>();
  context->cursor->after = parse_event_id(request.headers.get("Last-Event-ID"));
  const auto operation = std::make_shared<EventOperation>(context);
  std::string token(bearer_token(request).value_or(""));
  const auto begin = [&transport, operation, token = std::move(token),
                      prepared = std::make_shared<PreparedOperation>(std::move(prepared))](
                         const std::shared_ptr<http::EventStream>& stream) {
    operation->stream = stream;
    transport.runner.start(std::move(*prepared), operation->context,
                           sink_of(operation, transport.admissions, token));
  };
  http::EventStreamBody body;
  body.on_open = begin;
  body.on_close = [&transport, operation] {
    {
      const std::lock_guard lock(operation->mutex);
      operation->stream.reset();
    }
    transport.runner.stop(operation->context->stop);
  };
  return http::Response::events(std::move(body));
}

}  // namespace storey::service
