# The two kinds of targets of the project. A folder names its parts once; files are found by their names:
# `*_test.cc` are unit tests and stand beside the code they test, all other `*.cc` belong to the library.

add_library(storey_flags INTERFACE)
target_compile_options(storey_flags INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Wconversion -Wno-sign-conversion
                                              -Werror -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 reports false positives of these from inside optimised library code (PR105329, PR105562, PR107138),
  # of the last from coroutines of Asio, whose frames have allocation functions of their own.
  target_compile_options(storey_flags INTERFACE -Wno-restrict -Wno-maybe-uninitialized -Wno-stringop-overflow
                                                -Wno-array-bounds -Wno-stringop-overread
                                                -Wno-mismatched-new-delete)
endif()
target_include_directories(storey_flags INTERFACE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
if(STOREY_SANITIZE)
  target_compile_options(storey_flags INTERFACE -fsanitize=${STOREY_SANITIZE} -fno-sanitize-recover=all
                                                -fno-omit-frame-pointer)
  target_link_options(storey_flags INTERFACE -fsanitize=${STOREY_SANITIZE})
endif()
if(STOREY_SANITIZE STREQUAL "thread")
  # Asio's queues are locked; the fences beside the locks are what the sanitizer does not know.
  target_compile_definitions(storey_flags INTERFACE BOOST_ASIO_DISABLE_FENCED_BLOCK)
endif()

# Reading the headers of libraries is most of the work of a build. g++ reads those that many files need once, as two
# precompiled headers; STOREY_PRECOMPILED names the one that suits a folder. To load one costs 2 s of a core, more than it
# saves where files use neither Eigen nor much of Boost: those have none. Files go on including what they use: the linter
# reads them without. (ccache keeps such objects only if it is told that they are all right.)
set(standard_headers
    <algorithm> <array> <atomic> <bit> <cerrno> <charconv> <chrono> <cmath> <condition_variable> <cstdint> <cstdio>
    <cstdlib> <cstring> <deque> <exception> <filesystem> <fstream> <functional> <iterator> <limits> <list> <map>
    <memory> <mutex> <numbers> <numeric> <optional> <set> <span> <stdexcept> <string> <string_view> <system_error>
    <thread> <tuple> <type_traits> <unordered_map> <unordered_set> <utility> <variant> <vector> <tl/expected.hpp>)
set(geometry_headers <Eigen/Core> <Eigen/Geometry>)
set(service_headers <boost/asio/any_io_executor.hpp> <boost/asio/awaitable.hpp> <boost/asio/co_spawn.hpp>
    <boost/asio/ip/tcp.hpp> <boost/asio/post.hpp> <boost/asio/steady_timer.hpp> <boost/asio/use_awaitable.hpp>
    <boost/json.hpp>)
# What Boost's headers look at has to be the same where they are read and where they are used.
set(service_definitions $<TARGET_PROPERTY:Boost::json,INTERFACE_COMPILE_DEFINITIONS>
    $<TARGET_PROPERTY:Boost::container,INTERFACE_COMPILE_DEFINITIONS>)
set(STOREY_PRECOMPILED "")

function(storey_precompile name)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/precompiled/${name}.cc CONTENT "")
  add_library(storey_${name}_headers OBJECT ${CMAKE_BINARY_DIR}/precompiled/${name}.cc)
  target_link_libraries(storey_${name}_headers PRIVATE storey_flags ${ARGN})
  target_precompile_headers(storey_${name}_headers PRIVATE ${standard_headers} ${${name}_headers})
endfunction()

function(storey_use_precompiled target)
  if(STOREY_PRECOMPILED AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_definitions(${target} PRIVATE ${${STOREY_PRECOMPILED}_definitions})
    target_precompile_headers(${target} REUSE_FROM storey_${STOREY_PRECOMPILED}_headers)
  endif()
endfunction()

# storey_library(NAME [DEPENDS target...] [TEST_DEPENDS target...])
#   library `storey_NAME` from the folder's *.cc, and test program `NAME_test` from its *_test.cc (if any).
function(storey_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;TEST_DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc ${CMAKE_CURRENT_SOURCE_DIR}/stages/*.cc)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  if(sources)
    add_library(storey_${name} STATIC ${sources})
    target_link_libraries(storey_${name} PUBLIC storey_flags ${ARG_DEPENDS})
    storey_use_precompiled(storey_${name})
  else()
    add_library(storey_${name} INTERFACE)
    target_link_libraries(storey_${name} INTERFACE storey_flags ${ARG_DEPENDS})
  endif()
  if(tests)
    storey_test(${name}_test SOURCES ${tests} DEPENDS storey_${name} ${ARG_TEST_DEPENDS})
  endif()
endfunction()

# storey_test(NAME SOURCES file... [DEPENDS target...]): a GoogleTest program, one ctest entry per test case.
function(storey_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE storey_flags ${ARG_DEPENDS} GTest::gtest_main GTest::gmock)
  target_compile_definitions(${name} PRIVATE STOREY_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  storey_use_precompiled(${name})
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60)
endfunction()

include(GoogleTest)
