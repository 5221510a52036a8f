// What the page asks of the interface.
export type OrderStatus = "DRAFT" | "UPLOADING" | "INITIALIZED" | "PROCESSING" | "COMPLETED" | "ERROR" | "CANCELLED";

export interface Trouble {
  code: string;
  message: string;
}

export interface Order {
  order_id: string;
  order_name: string;
  order_status: OrderStatus;
  created: string;
  submitted: string | null;
  completed: string | null;
  model_units: string;
  project_id: string;
  address: string | null;
  progress: { percentage: number; stage: string | null };
  error: Trouble | null;
  summary: { storeys: number; rooms: number; floor_area_m2: number } | null;
}

export interface Result {
  result_id: string;
  format: string;
  storey: number | null;
  file_name: string;
  size_bytes: number;
  checksum_sha256: string;
  download_url: string;
}

export interface Asset {
  asset_id: string;
  asset_type: string;
  upload_type: string;
  upload_status: "PENDING" | "UPLOADING" | "UPLOADED" | "FINALIZED" | "FAILED" | "EXPIRED";
  upload_id: string | null;
  file_name: string | null;
  size_bytes: number | null;
  part_size: number | null;
  part_urls: { part_number: number; upload_url: string }[] | null;
  uploaded_parts: { part_number: number; size_bytes: number }[];
  error: Trouble | null;
}

export interface Project {
  project_id: string;
  project_name: string;
  created: string;
  order_count: number;
}

export interface Webhook {
  webhook_id: string;
  webhook_url: string;
  webhook_events: string[];
  created: string;
  disabled: string | null;
  webhook_secret?: string | null;
}

export interface Delivery {
  delivery_id: string;
  order_id: string;
  message_id: string;
  event: string;
  delivery_status: "PENDING" | "DELIVERED" | "FAILED";
  attempts: number;
  created: string;
  next_attempt: string | null;
  last_attempt: string | null;
  response_status: number | null;
  last_error: string | null;
  payload: string;
}

export interface PageInfo {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor: string | null;
  endCursor: string | null;
}

export interface Connection<T> {
  totalCount: number;
  pageInfo: PageInfo;
  edges: { node: T }[];
}

/** Where one page of a list lies. */
export type Page = { first: number; after?: string | null } | { last: number; before?: string | null };

export const hasEnded = (status: OrderStatus) => ["COMPLETED", "ERROR", "CANCELLED"].includes(status);
