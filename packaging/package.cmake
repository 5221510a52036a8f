# What is installed, and the package for Debian: `cpack -G DEB` in the build folder.
include(GNUInstallDirs)
install(TARGETS storey RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${CMAKE_SOURCE_DIR}/packaging/systemd/storey.service ${CMAKE_SOURCE_DIR}/packaging/systemd/storey-worker.service
        DESTINATION lib/systemd/system)
install(FILES ${CMAKE_SOURCE_DIR}/packaging/storey.toml DESTINATION /etc/storey PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ
        WORLD_READ)
install(FILES ${CMAKE_SOURCE_DIR}/docs/operation.md ${CMAKE_SOURCE_DIR}/docs/scaling.md ${CMAKE_SOURCE_DIR}/docs/api.md
              ${CMAKE_SOURCE_DIR}/CHANGELOG.md
        DESTINATION share/doc/storey)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION share/doc/storey RENAME copyright)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/packaging/monitoring DESTINATION share/storey)

set(CPACK_PACKAGE_NAME storey)
set(CPACK_PACKAGE_CONTACT "The Storey developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "adduser, fonts-liberation")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA
    ${CMAKE_SOURCE_DIR}/packaging/debian/postinst ${CMAKE_SOURCE_DIR}/packaging/debian/prerm
    ${CMAKE_SOURCE_DIR}/packaging/debian/postrm ${CMAKE_SOURCE_DIR}/packaging/debian/conffiles)
include(CPack)
