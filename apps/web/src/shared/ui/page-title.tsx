/** Names the page in the tab. Every page draws one; the one in index.html is for those who read without running. */
export const PageTitle = ({ text }: { text: string }) => <title>{`${text} · Earworm`}</title>;
