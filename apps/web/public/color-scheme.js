// Before the first paint, so that a light page never flashes dark. A file of its own: a strict content policy refuses inline scripts.
try {
  const scheme = localStorage.getItem('earworm.color-scheme');
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.mantineColorScheme = scheme;
} catch {
  // Storage is switched off: the dark stage it is.
}
