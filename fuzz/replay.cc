// What stands for libFuzzer in builds without it: gives a fuzz target each file of the folders that are
// named, and nothing at all. `make test` runs every target with its seeds so: a target that does not compile
// any more, or an input that once was a finding, is seen there.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int count, char** words) {
  int inputs = 1;
  LLVMFuzzerTestOneInput(nullptr, 0);
  for (int i = 1; i < count; ++i)
    for (const auto& entry : std::filesystem::directory_iterator(words[i])) {
      std::ifstream file(entry.path(), std::ios::binary);
      const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
      std::printf("%s\n", entry.path().c_str());
      std::fflush(stdout);  // the last one named is the one that it ended with
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
      ++inputs;
    }
  std::printf("%d inputs\n", inputs);
}
