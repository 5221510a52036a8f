#include "service/usecases/repeatable.h"

#include "service/domain/try.h"
#include "service/usecases/input.h"

namespace storey::service {

Outcome<Repeatable> repeatable(std::string operation, const std::optional<std::string>& token,
                               std::initializer_list<std::string_view> texts) {
  Repeatable request{std::move(operation), token};
  if (!token) return request;
  STOREY_TRY_VOID(check_text("client_token", *token, 1, 255));
  std::string all;
  for (const std::string_view text : texts) all += std::to_string(text.size()) + ":" + std::string(text);
  request.request = sha256(all);
  return request;
}

Outcome<std::optional<std::string>> find_repeated(Services& services, Session& session,
                                                  const ClientId& client, const Repeatable& request) {
  if (!request.token) return std::nullopt;
  STOREY_TRY(const auto former, session.client_tokens().find(client, request.operation, *request.token));
  if (!former || former->created + kRepetitionTime <= services.clock.now()) return std::nullopt;
  if (former->request != request.request)
    return bad_field("client_token",
                     "this client_token was used for a request with other arguments; use a new one for each");
  return former->subject_id;
}

Outcome<void> note_repeatable(Services& services, Session& session, const ClientId& client,
                              const Repeatable& request, const std::string& subject_id) {
  if (!request.token) return {};
  STOREY_TRY_VOID(session.client_tokens().put(
      {client, request.operation, *request.token, request.request, subject_id, services.clock.now()}));
  return {};
}

}  // namespace storey::service
