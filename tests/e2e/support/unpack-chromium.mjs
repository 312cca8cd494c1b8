import chromium from '@sparticuz/chromium';

/** Into the process's folder for temporary files: the package knows no other. */
await chromium.executablePath();
