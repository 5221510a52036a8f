#include "service/domain/result_file.h"

#include <filesystem>
#include <map>

namespace storey::service {

std::string content_type_of(const std::string& file_name) {
  static const std::map<std::string, std::string, std::less<>> kTypes = {
      {".json", "application/json"},       {".geojson", "application/geo+json"},
      {".svg", "image/svg+xml"},           {".png", "image/png"},
      {".pdf", "application/pdf"},         {".dxf", "image/vnd.dxf"},
      {".ifc", "application/x-step"},      {".html", "text/html; charset=utf-8"},
      {".csv", "text/csv; charset=utf-8"}, {".pgw", "text/plain; charset=utf-8"}};
  const auto found = kTypes.find(std::filesystem::path(file_name).extension().string());
  return found == kTypes.end() ? "application/octet-stream" : found->second;
}

}  // namespace storey::service
