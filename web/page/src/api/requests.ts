// Every question and order that the page has for the service, with its document.
import { graphql } from "./client";
import type { Asset, Connection, Delivery, Order, Page, Project, Result, Webhook } from "./types";

const orderFields = `order_id order_name order_status created submitted completed model_units project_id address
  progress { percentage stage } error { code message } summary { storeys rooms floor_area_m2 }`;
const assetFields = `asset_id asset_type upload_type upload_status upload_id file_name size_bytes part_size
  part_urls { part_number upload_url } uploaded_parts { part_number size_bytes } error { code message }`;
const pageFields = "pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount";
const resultFields = "result_id format storey file_name size_bytes checksum_sha256 download_url";

export interface OrderFilter {
  order_status?: string[];
  project_id?: string;
  name_contains?: string;
  created_after?: string;
  created_before?: string;
}

export const listOrders = async (filter: OrderFilter, pagination: Page) =>
  (
    await graphql<{ orders: Connection<Order> }>(
      `query($filter: OrderFilter, $pagination: PaginationInput) { orders(filter: $filter, pagination: $pagination) {
        ${pageFields} edges { node { ${orderFields} } } } }`,
      { filter, pagination },
    )
  ).orders;

export const getOrder = (id: string) =>
  graphql<{ order: Order & { assets: Asset[] } }>(
    `query($id: ID!) { order(order_id: $id) { ${orderFields} assets { ${assetFields} } } }`,
    { id },
  ).then(({ order }) => order);

/** The little that changes while an order is worked on. */
export const getOrderState = (id: string) =>
  graphql<{ order: Order }>(`query($id: ID!) { order(order_id: $id) { ${orderFields} } }`, { id }).then(
    ({ order }) => order,
  );

export const listResults = (id: string) =>
  graphql<{ results: Result[] }>(`query($id: ID!) { results(order_id: $id) { ${resultFields} } }`, { id }).then(
    ({ results }) => results,
  );

export interface NewOrder {
  order_name: string;
  model_units: string;
  project_id?: string;
  address?: string;
  options?: Record<string, unknown>;
}

export const initializeOrder = (order: NewOrder) =>
  graphql<{ initializeOrder: Order }>(
    `mutation($order_name: String!, $model_units: String!, $project_id: ID, $address: String, $options: OrderOptions) {
      initializeOrder(order_name: $order_name, product: "areaplan", model_units: $model_units, project_id: $project_id,
        address: $address, options: $options) { ${orderFields} } }`,
    { ...order },
  ).then((data) => data.initializeOrder);

export const finalizeOrder = (id: string) =>
  graphql<{ finalizeOrder: Order }>(`mutation($id: ID!) { finalizeOrder(id: $id) { ${orderFields} } }`, { id }).then(
    (data) => data.finalizeOrder,
  );

export const cancelOrder = (id: string) =>
  graphql(`mutation($id: ID!) { cancelOrder(id: $id) { order_status } }`, { id });

export const deleteOrder = (id: string) => graphql(`mutation($id: ID!) { deleteOrder(id: $id) { success } }`, { id });

export interface NewUpload {
  order_id: string;
  asset_type: string;
  file_name: string;
  size_bytes: number;
  total_parts: number;
  /** The same for a request that is repeated. */
  client_token: string;
}

export const initializeUpload = (upload: NewUpload) =>
  graphql<{ initializeUpload: Asset }>(
    `mutation($order_id: ID!, $asset_type: String!, $file_name: String!, $size_bytes: Float!, $total_parts: Int!,
      $client_token: String) {
      initializeUpload(order_id: $order_id, asset_type: $asset_type, upload_type: "multi", file_name: $file_name,
        size_bytes: $size_bytes, total_parts: $total_parts, client_token: $client_token) { ${assetFields} } }`,
    { ...upload },
  ).then((data) => data.initializeUpload);

export const getAsset = (id: string) =>
  graphql<{ asset: Asset }>(`query($id: ID!) { asset(asset_id: $id) { ${assetFields} } }`, { id }).then(
    ({ asset }) => asset,
  );

export const finalizeUpload = (id: string, upload: string | null) =>
  graphql<{ finalizeUpload: Asset }>(
    `mutation($id: ID!, $upload: String) { finalizeUpload(asset_id: $id, upload_id: $upload) { ${assetFields} } }`,
    { id, upload },
  ).then((data) => data.finalizeUpload);

export const listProjects = () =>
  graphql<{ projects: Project[] }>("{ projects { project_id project_name created order_count } }").then(
    ({ projects }) => projects,
  );

export const createProject = (name: string) =>
  graphql<{ createProject: Project }>(
    "mutation($name: String!) { createProject(project_name: $name) { project_id project_name created order_count } }",
    { name },
  ).then((data) => data.createProject);

const webhookFields = "webhook_id webhook_url webhook_events created disabled";

export const listWebhooks = () =>
  graphql<{ webhooks: Webhook[] }>(`{ webhooks { ${webhookFields} } }`).then(({ webhooks }) => webhooks);

export const createWebhook = (url: string, events: string[]) =>
  graphql<{ createWebhook: Webhook }>(
    `mutation($url: String!, $events: [String!]) { createWebhook(webhook_url: $url, webhook_events: $events) {
      ${webhookFields} webhook_secret } }`,
    { url, events },
  ).then((data) => data.createWebhook);

export const updateWebhook = (id: string, events: string[]) =>
  graphql<{ updateWebhook: Webhook }>(
    `mutation($id: ID!, $events: [String!]) { updateWebhook(webhook_id: $id, webhook_events: $events) {
      ${webhookFields} } }`,
    { id, events },
  ).then((data) => data.updateWebhook);

export const rotateSecret = (id: string) =>
  graphql<{ rotateWebhookSecret: Webhook }>(
    `mutation($id: ID!) { rotateWebhookSecret(webhook_id: $id) { ${webhookFields} webhook_secret } }`,
    { id },
  ).then((data) => data.rotateWebhookSecret);

export const deleteWebhook = (id: string) =>
  graphql(`mutation($id: ID!) { deleteWebhook(webhook_id: $id) { success } }`, { id });

export const listDeliveries = (id: string, pagination: Page) =>
  graphql<{ webhookDeliveries: Connection<Delivery> }>(
    `query($id: ID!, $pagination: PaginationInput) { webhookDeliveries(webhook_id: $id, pagination: $pagination) {
      ${pageFields} edges { node { delivery_id order_id message_id event delivery_status attempts created next_attempt
      last_attempt response_status last_error payload } } } }`,
    { id, pagination },
  ).then((data) => data.webhookDeliveries);

export const redeliver = (id: string) =>
  graphql(`mutation($id: ID!) { redeliverWebhook(delivery_id: $id) { delivery_id } }`, { id });

export const orderStatusChanged = `subscription($id: ID!) {
  orderStatusChanged(orderId: $id) { order_id order_status } }`;
