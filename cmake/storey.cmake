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
  # Meant for headers that name anonymous namespaces; files that are compiled together are taken for headers.
  target_compile_options(storey_flags INTERFACE
                         $<$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>:-Wno-subobject-linkage>)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # What every such processor since 2009 has (x86-64 psABI, level 2): floor() and counts of bits are instructions.
  target_compile_options(storey_flags INTERFACE -march=x86-64-v2)
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
  # Those by which Asio counts references down cannot be switched off; g++ warns of each.
  target_compile_options(storey_flags INTERFACE -Wno-tsan)
endif()

# storey_library(NAME [ONE_BY_ONE] [WITH_SUBFOLDERS] [DEPENDS target...] [TEST_DEPENDS target...])
#   library `storey_NAME` from the folder's *.cc, and test program `NAME_test` from its *_test.cc (if any).
# Reading headers is most of the work of compiling a file, so the presets have g++ read eight files of a library at once
# (CMAKE_UNITY_BUILD). These share their anonymous namespaces: what two of them would name alike belongs into a header, or
# the names tell too little. The files of a library ONE_BY_ONE and all tests are compiled alone.
function(storey_library name)
  cmake_parse_arguments(ARG "ONE_BY_ONE;WITH_SUBFOLDERS" "" "DEPENDS;TEST_DEPENDS" ${ARGN})
  if(ARG_WITH_SUBFOLDERS)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  else()
    file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  endif()
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  if(sources)
    add_library(storey_${name} STATIC ${sources})
    target_link_libraries(storey_${name} PUBLIC storey_flags ${ARG_DEPENDS})
    if(ARG_ONE_BY_ONE)
      set_target_properties(storey_${name} PROPERTIES UNITY_BUILD OFF)
    endif()
  else()
    add_library(storey_${name} INTERFACE)
    target_link_libraries(storey_${name} INTERFACE storey_flags ${ARG_DEPENDS})
  endif()
  if(tests)
    storey_test(${name}_test SOURCES ${tests} DEPENDS storey_${name} ${ARG_TEST_DEPENDS})
  endif()
endfunction()

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Reading GoogleTest is half of the work of compiling most tests: g++ reads it once for all of them. They include it
  # nevertheless, and what it includes itself they would have anyway.
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/test_headers.cc CONTENT "")
  add_library(storey_test_headers OBJECT EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/test_headers.cc)
  target_link_libraries(storey_test_headers PRIVATE storey_flags GTest::gmock GTest::gtest)
  target_precompile_headers(storey_test_headers PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
endif()

# storey_test(NAME SOURCES file... [DEPENDS target...] [COST seconds]): a GoogleTest program, one ctest entry per test case.
# Those that take long, each about COST, start first.
function(storey_test name)
  cmake_parse_arguments(ARG "" "COST" "SOURCES;DEPENDS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  target_link_libraries(${name} PRIVATE storey_flags ${ARG_DEPENDS} GTest::gtest_main GTest::gmock)
  target_compile_definitions(${name} PRIVATE STOREY_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  if(TARGET storey_test_headers)
    target_precompile_headers(${name} REUSE_FROM storey_test_headers)
  endif()
  if(NOT ARG_COST)
    set(ARG_COST 0)
  endif()
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 PROPERTIES COST ${ARG_COST})
endfunction()

include(GoogleTest)
