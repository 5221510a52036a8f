import { useState } from "preact/hooks";

import { createProject, listProjects } from "../api/requests";
import { t } from "../i18n";
import { dateTime } from "../parts/format";
import { useAction, useLoad } from "../parts/load";
import { Trouble } from "../parts/Trouble";

export function Projects() {
  const projects = useLoad(listProjects, []);
  const [name, setName] = useState("");
  const { act, failure, running } = useAction(async () => {
    await createProject(name.trim());
    setName("");
    projects.reload();
  });
  const submit = (event: Event) => {
    event.preventDefault();
    void act();
  };
  return (
    <>
      <h1>{t("nav.projects")}</h1>
      <form class="inline" onSubmit={submit}>
        <label>
          {t("projects.name")}
          <input name="project" required maxLength={200} value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <button class="primary" disabled={running}>
          {t("projects.create")}
        </button>
      </form>
      <Trouble failure={failure} />
      <Trouble failure={projects.failure} again={projects.reload} />
      {projects.data && (
        <table>
          <thead>
            <tr>
              <th scope="col">{t("project")}</th>
              <th scope="col" class="n">{t("nav.orders")}</th>
              <th scope="col">{t("created")}</th>
            </tr>
          </thead>
          <tbody>
            {projects.data.map((project) => (
              <tr key={project.project_id}>
                <th scope="row">{project.project_name}</th>
                <td class="n">{project.order_count}</td>
                <td>{dateTime(project.created)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
