// nothing to configure
