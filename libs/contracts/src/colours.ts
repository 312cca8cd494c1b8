/** `#rrggbb`, in small letters. */
export const COLOUR = /^#[0-9a-f]{6}$/;

/** What WCAG 2.2 asks for text (1.4.3, AA). */
export const CONTRAST_LEAST = 4.5;

/** Of WCAG 2.2: the relative luminance of a colour of sRGB, from 0 to 1. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const value = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours such as `#1a2b3c`, from 1 (equal) to 21 (black and white). */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

export const hasContrast = (one: string, other: string): boolean => contrastOf(one, other) >= CONTRAST_LEAST;
