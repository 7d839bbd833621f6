/** The version in package.json; a test holds the two together. Written out so that no file is read at start. */
export const version = "0.1.0";
