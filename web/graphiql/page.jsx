// The page at /graphiql: a client signs in, and GraphiQL works with its access token. Credentials and token stay in
// the memory of the page.
import { createGraphiQLFetcher } from "@graphiql/toolkit";
import { GraphiQL } from "graphiql";
import { createClient } from "graphql-ws";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import "graphiql/style.css";
import "./page.css";

const api = new URL("v1/", document.baseURI);

// Monaco asks for its workers by name; they are files of their own beside this script.
const workers = new URL("graphiql/", document.baseURI);
const workerFiles = { graphql: "graphql.worker.js", json: "json.worker.js" };
globalThis.MonacoEnvironment = {
  getWorker: (_, label) => new Worker(new URL(workerFiles[label] ?? "editor.worker.js", workers)),
};

const firstQuery = `# The newest orders of this client.
# The book on the left documents the schema.
query NewestOrders {
  orders(pagination: { first: 10 }) {
    totalCount
    edges {
      node {
        order_id
        order_name
        order_status
        created
        progress { percentage stage }
      }
    }
  }
}
`;

/** An access token for the credentials; throws an Error that says why there is none. */
async function requestToken({ id, secret }) {
  const answer = await fetch(new URL("authentication/token", api), {
    method: "POST",
    credentials: "omit", // or else the browser answers a 401 with a dialog of its own
    headers: { "Content-Type": "application/json", Authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: JSON.stringify({ client_id: id, client_secret: secret, grant_type: "client_credentials" }),
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error_description ?? body.error);
  return body.access_token;
}

/** A fetcher for GraphiQL that carries the token, and asks for a new one when it has expired. */
function authorizedFetcher(credentials, firstToken) {
  let token = firstToken;
  const send = (url, options) => {
    const headers = new Headers(options.headers);
    if (!headers.has("Authorization")) headers.set("Authorization", `Bearer ${token}`);
    return fetch(url, { ...options, headers });
  };
  const url = new URL("graphql", api);
  const socket = new URL(url);
  socket.protocol = url.protocol.replace("http", "ws");
  return createGraphiQLFetcher({
    url: url.href,
    fetch: async (address, options) => {
      const answer = await send(address, options);
      if (answer.status !== 401) return answer;
      token = await requestToken(credentials);
      return send(address, options);
    },
    wsClient: createClient({
      url: socket.href,
      connectionParams: async () => ({ Authorization: `Bearer ${await requestToken(credentials)}` }),
    }),
  });
}

function SignIn({ onFetcher }) {
  const [trouble, setTrouble] = useState("");
  const submit = async (event) => {
    event.preventDefault();
    const fields = new FormData(event.target);
    const credentials = { id: fields.get("id").trim(), secret: fields.get("secret").trim() };
    try {
      const token = await requestToken(credentials);
      onFetcher(() => authorizedFetcher(credentials, token));
    } catch (error) {
      setTrouble(error.message);
    }
  };
  return (
    <form className="sign-in" onSubmit={submit}>
      <h1>GraphiQL</h1>
      <p>
        Queries run as one client of this service. <code>storey client create</code> makes its credentials; they stay
        in this page until it is closed.
      </p>
      <label>
        Client ID
        <input name="id" required autoFocus autoComplete="username" spellCheck={false} />
      </label>
      <label>
        Client secret
        <input name="secret" type="password" required autoComplete="current-password" />
      </label>
      <button>Sign in</button>
      <p className="trouble" role="alert">
        {trouble}
      </p>
    </form>
  );
}

function Page() {
  const [fetcher, setFetcher] = useState(null);
  if (!fetcher) return <SignIn onFetcher={setFetcher} />;
  return <GraphiQL fetcher={fetcher} defaultQuery={firstQuery} shouldPersistHeaders={false} />;
}

createRoot(document.getElementById("page")).render(<Page />);
