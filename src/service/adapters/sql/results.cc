#include "service/adapters/sql/sql_session.h"
#include "service/domain/try.h"

namespace storey::service {
namespace {

ResultFile read_result(Row row) {
  ResultFile file;
  file.id = ResultId(row.text(0));
  file.order_id = OrderId(row.text(1));
  file.client_id = ClientId(row.text(2));
  file.format = row.text(3);
  file.storey = static_cast<int>(row.integer(4));
  file.file_name = row.text(5);
  file.size_bytes = static_cast<std::uint64_t>(row.integer(6));
  file.checksum_sha256 = row.text(7);
  file.blob = BlobId(row.text(8));
  file.created = row.time(9);
  return file;
}

}  // namespace

Result<void> SqlResults::insert(const ResultFile& file) {
  return connection_.execute(
      "INSERT INTO results (result_id, order_id, client_id, format, storey,"
      " file_name, size_bytes, checksum_sha256, blob_id, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      file.id, file.order_id, file.client_id, file.format, file.storey, file.file_name, file.size_bytes,
      file.checksum_sha256, file.blob, file.created);
}

Result<std::optional<ResultFile>> SqlResults::find(const ResultId& id) {
  return connection_.find(read_result,
                          "SELECT result_id, order_id, client_id, format, storey, file_name, size_bytes,"
                          " checksum_sha256, blob_id, created FROM results WHERE result_id = ?",
                          id);
}

Result<std::vector<ResultFile>> SqlResults::list(const OrderId& order) {
  return connection_.list(
      read_result,
      "SELECT result_id, order_id, client_id, format, storey, file_name, size_bytes,"
      " checksum_sha256, blob_id, created FROM results WHERE order_id = ? ORDER BY result_id",
      order);
}

Result<void> SqlResults::erase_all(const OrderId& order) {
  return connection_.execute("DELETE FROM results WHERE order_id = ?", order);
}

Result<bool> SqlResults::refers_to(const BlobId& blob) {
  STOREY_TRY(const auto count,
             connection_.number("SELECT EXISTS (SELECT 1 FROM results WHERE blob_id = ?)", blob));
  return count != 0;
}

}  // namespace storey::service
