declare module '*.css' {
  const text: string;
  export { text as default };
}
