"""Projects over REST and GraphQL."""

import unittest

from service import TIME, UUID7, ServiceTest


class ProjectTest(ServiceTest):
    def test_every_client_has_one_called_default(self):
        answer = self.service.new_client().get("/v1/projects")
        body = answer.json()
        self.assertEqual((answer.status, body["status"]), (200, "success"))
        self.assertIsInstance(body["message"], str)
        (project,) = body["data"]["projects"]
        self.assertEqual(set(project), {"project_id", "project_name", "created", "order_count"})
        self.assertEqual((project["project_name"], project["order_count"]), ("Default", 0))
        self.assertRegex(project["project_id"], UUID7)
        self.assertRegex(project["created"], TIME)

    def test_create_get_and_count(self):
        made = self.service.post("/v1/projects", {"project_name": "Tower"}, self.client.bearer())
        self.assertEqual(made.status, 201)
        project = made.json()["data"]
        self.client.new_order(project_id=f'"{project["project_id"]}"')
        got = self.client.get("/v1/projects/" + project["project_id"]).json()["data"]
        self.assertEqual(got, {**project, "order_count": 1})
        same = self.client.graphql("query($id: ID!) { project(project_id: $id) { project_id project_name created"
                                   " order_count } }", id=project["project_id"])["project"]
        self.assertEqual(same, got)
        names = [p["project_name"] for p in self.client.graphql("{ projects { project_name } }")["projects"]]
        self.assertEqual(names[0], "Default")
        self.assertIn("Tower", names)

    def test_by_graphql(self):
        made = self.client.graphql('mutation { createProject(project_name: "Yard") { project_id project_name } }')
        self.assertEqual(made["createProject"]["project_name"], "Yard")

    def test_errors(self):
        for id_ in ("x", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"):
            answer = self.client.get("/v1/projects/" + id_)
            self.assertEqual(answer.status, 404)
            body = answer.json()
            self.assertEqual((body["data"], body["status"], body["error"]), (None, "error", "PROJECT_NOT_FOUND"))
            self.assertTrue(body["message"])
            self.assert_refused("PROJECT_NOT_FOUND", self.client.graphql,
                                "query($id: ID!) { project(project_id: $id) { project_id } }", id=id_)
        for body in ("", "[]", "{}", '{"project_name": 5}', '{"project_name": ""}'):
            answer = self.service.request("POST", "/v1/projects", body,
                                          {"Content-Type": "application/json", **self.client.bearer()})
            self.assertEqual((answer.status, answer.json()["error"]), (400, "BAD_USER_INPUT"), body)

    def test_unknown_paths_and_methods(self):
        self.assertEqual(self.client.get("/v1/nothing").status, 404)
        answer = self.service.request("DELETE", "/v1/projects", headers=self.client.bearer())
        self.assertEqual(answer.status, 405)
        self.assertIn("GET", answer.headers["Allow"])


if __name__ == "__main__":
    unittest.main()
