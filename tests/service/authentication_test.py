"""The three authentication endpoints and bearer tokens: every row of their tables, in JSON and in form encoding."""

import base64
import unittest
import urllib.parse

from service import TIME, Service, ServiceTest, wait_for

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class TokenTest(ServiceTest):
    def token(self, headers=None, **changes):
        body = {"client_id": self.client.id, "client_secret": self.client.secret, "grant_type": "client_credentials"}
        body.update(changes)
        return self.service.post("/v1/authentication/token", {k: v for k, v in body.items() if v is not None},
                                 self.client.basic() if headers is None else headers)

    def form(self, path, headers=None, **fields):
        return self.service.request("POST", path, urllib.parse.urlencode(fields), {**FORM, **(headers or {})})

    def assert_error(self, answer, status, error):
        self.assertEqual(answer.status, status)
        self.assertEqual(answer.json()["error"], error)
        self.assertTrue(answer.json()["error_description"])

    def test_gives_a_token_for_credentials(self):
        answer = self.token()
        self.assertEqual(answer.status, 200)
        record = answer.json()
        self.assertEqual(set(record), {"access_token", "token_type", "expires_in"})
        self.assertEqual(record["token_type"], "Bearer")
        self.assertGreaterEqual(len(base64.urlsafe_b64decode(record["access_token"] + "==")), 32)
        self.assertTrue(3590 < record["expires_in"] < 3600, record)
        self.assertEqual(answer.headers["Cache-Control"], "no-store")

    def test_every_token_is_another(self):
        self.assertNotEqual(self.token().json()["access_token"], self.token().json()["access_token"])

    def test_header_missing_or_not_decodable(self):
        for header in ({}, {"Authorization": "Basic"}, {"Authorization": "Basic !!!"}, {"Authorization": "Bearer x"},
                       {"Authorization": "Basic " + base64.b64encode(b"no colon").decode()}):
            answer = self.token(header)
            self.assert_error(answer, 401, "unauthorized")
            self.assertTrue(answer.headers["WWW-Authenticate"].startswith("Basic"))

    def test_wrong_credentials(self):
        other = self.service.new_client()
        self.assert_error(self.token(client_secret="wrong"), 401, "invalid_client")
        self.assert_error(self.token(client_id=other.id), 401, "invalid_client")
        self.assert_error(self.token(other.basic()), 401, "invalid_client")
        pair = base64.b64encode(b"nobody:nothing").decode()
        self.assert_error(self.token({"Authorization": "Basic " + pair}, client_id="nobody", client_secret="nothing"),
                          401, "invalid_client")

    def test_disabled_client(self):
        other = self.service.new_client()
        token = other.token
        self.service.command("client", "disable", other.id)
        self.assert_error(other.ask_token(), 401, "invalid_client")
        self.assertEqual(self.service.request("GET", "/v1/projects", headers={"Authorization": "Bearer " + token}).status,
                         401)

    def test_other_grants(self):
        for grant in (None, "password", ""):
            self.assert_error(self.token(grant_type=grant), 400, "invalid_grant")

    def test_no_object_or_wrong_types(self):
        for body in ("", "[]", "{", "\"text\"", '{"client_id": 5, "client_secret": "a", "grant_type": "b"}'):
            answer = self.service.request("POST", "/v1/authentication/token", body,
                                          {"Content-Type": "application/json", **self.client.basic()})
            self.assert_error(answer, 400, "invalid_request")
        self.assert_error(self.token(client_id=None), 400, "invalid_request")

    def test_too_large_a_body_keeps_the_shape(self):
        self.assert_error(self.token(client_secret="s" * 70_000), 413, "invalid_request")

    def test_form_with_header_or_body(self):
        path = "/v1/authentication/token"
        grant = {"grant_type": "client_credentials"}
        self.assertEqual(self.form(path, self.client.basic(), **grant).status, 200)
        self.assertEqual(
            self.form(path, client_id=self.client.id, client_secret=self.client.secret, **grant).status, 200)
        self.assert_error(self.form(path, client_id=self.client.id, client_secret="wrong", **grant), 401,
                          "invalid_client")
        self.assert_error(self.form(path, self.client.basic(), client_id="other", **grant), 401, "invalid_client")
        self.assert_error(self.form(path, **grant), 401, "invalid_client")
        self.assert_error(self.form(path, self.client.basic()), 400, "invalid_grant")

    def test_secrets_and_tokens_are_not_kept(self):
        token = self.token().json()["access_token"]
        self.client.get("/v1/projects")
        kept = b"".join(file.read_bytes() for file in self.service.data.rglob("*") if file.is_file())
        self.assertIn(self.client.id.encode(), kept)
        self.assertNotIn(self.client.secret.encode(), kept)
        self.assertNotIn(token.encode(), kept)
        log = wait_for(lambda: self.client.id in (text := self.service.log_text()) and text, "the log")
        self.assertNotIn(self.client.secret, log)
        self.assertNotIn(token, log)


class RevokeTest(ServiceTest):
    def setUp(self):
        self.token = self.client.ask_token().json()["access_token"]

    def revoke(self, client, token):
        return self.service.post("/v1/authentication/revoke", {"client_id": client.id, "access_token": token})

    def works(self, token):
        return self.service.request("GET", "/v1/projects", headers={"Authorization": "Bearer " + token}).status == 200

    def test_revoked_at_once_and_twice(self):
        self.assertTrue(self.works(self.token))
        for _ in range(2):
            answer = self.revoke(self.client, self.token)
            self.assertEqual((answer.status, answer.json()), (200, {"success": True, "error": None}))
            self.assertFalse(self.works(self.token))

    def test_on_every_node(self):
        with Service(data=self.service.data, workers=0) as second:
            headers = {"Authorization": "Bearer " + self.token}
            self.assertEqual(second.request("GET", "/v1/projects", headers=headers).status, 200)
            self.revoke(self.client, self.token)
            self.assertEqual(second.request("GET", "/v1/projects", headers=headers).status, 401)

    def test_unknown_token_or_another_clients(self):
        other = self.service.new_client()
        for client, token in ((self.client, "unknown"), (other, self.token)):
            answer = self.revoke(client, token)
            self.assertEqual(answer.status, 400)
            self.assertFalse(answer.json()["success"])
            self.assertIsInstance(answer.json()["error"], str)
        self.assertTrue(self.works(self.token))

    def test_every_failure_says_no_success(self):
        path = "/v1/authentication/revoke"
        json_type = {"Content-Type": "application/json"}
        bodies = ["", "[]", "{", '{"client_id": 5, "access_token": "a"}', '{"client_id": "a"}', "{}",
                  '{"client_id": "a", "access_token": "%s"}' % ("x" * 70_000)]
        answers = [self.service.request("POST", path, body, json_type) for body in bodies]
        answers.append(self.service.request("POST", path, "client_id=a&client_id=b", FORM))
        answers.append(self.service.request("POST", path, urllib.parse.urlencode({"token": self.token, "client_secret": "x",
                                                                                 "client_id": self.client.id}), FORM))
        answers.append(self.service.request("GET", path))
        self.assertEqual([answer.status for answer in answers], [400] * 6 + [413, 400, 401, 405])
        for answer in answers:
            self.assertIs(answer.json()["success"], False)
            self.assertTrue(answer.json()["error"])
            self.assertIsInstance(answer.json()["error"], str)
        self.assertTrue(self.works(self.token))

    def test_form(self):
        body = urllib.parse.urlencode({"token": self.token})
        self.assertEqual(self.service.request("POST", "/v1/authentication/revoke", body,
                                              {**FORM, **self.client.basic()}).status, 200)
        self.assertFalse(self.works(self.token))


class IntrospectTest(ServiceTest):
    settings = {"workers": 0, "auth_token_lifetime": "2s"}

    def introspect(self, client_id, token):
        return self.service.post("/v1/authentication/introspect", {"client_id": client_id, "access_token": token})

    def test_active_then_expired(self):
        token = self.client.ask_token().json()["access_token"]
        answer = self.introspect(self.client.id, token)
        self.assertEqual(answer.status, 200)
        record = answer.json()
        self.assertEqual(set(record), {"access_token", "token_type", "expires_at", "revoked"})
        self.assertEqual((record["access_token"], record["token_type"], record["revoked"]), (token, "Bearer", False))
        self.assertRegex(record["expires_at"], TIME)

        headers = {"Authorization": "Bearer " + token}
        wait_for(lambda: self.service.request("GET", "/v1/projects", headers=headers).status == 401, "expiry")
        self.assertEqual(self.introspect(self.client.id, token).json(), record)

    def test_revoked(self):
        token = self.client.ask_token().json()["access_token"]
        self.service.post("/v1/authentication/revoke", {"client_id": self.client.id, "access_token": token})
        self.assertTrue(self.introspect(self.client.id, token).json()["revoked"])

    def test_unknown_or_wrong_client(self):
        token = self.client.ask_token().json()["access_token"]
        for client_id, about in ((self.client.id, "unknown"), (self.service.new_client().id, token), ("x", token)):
            answer = self.introspect(client_id, about)
            self.assertEqual((answer.status, answer.json()["error"]), (401, "invalid_credentials"))

    def test_what_is_no_token_or_no_client(self):
        for body in ({"client_id": self.client.id, "access_token": 5}, {"client_id": self.client.id},
                     {"client_id": ["a"], "access_token": "a"}, {"client_id": self.client.id, "access_token": None}):
            answer = self.service.post("/v1/authentication/introspect", body)
            self.assertEqual((answer.status, answer.json()["error"]), (401, "invalid_credentials"), body)

    def test_too_large_a_body_keeps_the_shape(self):
        answer = self.introspect(self.client.id, "x" * 70_000)
        self.assertEqual((answer.status, answer.json()["error"]), (413, "invalid_request"))
        self.assertTrue(answer.json()["error_description"])

    def test_form(self):
        token = self.client.ask_token().json()["access_token"]
        for about, active in ((token, True), ("unknown", False)):
            answer = self.service.request("POST", "/v1/authentication/introspect",
                                          urllib.parse.urlencode({"token": about}), {**FORM, **self.client.basic()})
            self.assertEqual((answer.status, answer.json()["active"]), (200, active))


class BearerTest(ServiceTest):
    def test_missing_malformed_or_unknown_token(self):
        for header in ({}, {"Authorization": "Bearer"}, {"Authorization": "Bearer a b"},
                       {"Authorization": "Bearer unknown"}, {"Authorization": "Token x"}, self.client.basic()):
            rest = self.service.request("GET", "/v1/projects", headers=header)
            self.assertEqual((rest.status, rest.json()["error"]), (401, "unauthorized"))
            self.assertTrue(rest.json()["error_description"])
            self.assertEqual(rest.headers["WWW-Authenticate"], 'Bearer error="invalid_token"')
            answer = self.service.post("/v1/graphql", {"query": "{ webhooks { webhook_id } }"}, header)
            self.assertEqual(answer.status, 401)
            self.assertEqual(answer.headers["WWW-Authenticate"], 'Bearer error="invalid_token"')
            self.assertIsNone(answer.json()["data"])
            self.assertEqual(answer.json()["errors"][0]["extensions"]["code"], "UNAUTHENTICATED")


if __name__ == "__main__":
    unittest.main()
