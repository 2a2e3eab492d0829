import { createContext } from "react-router";

export const bindingContext = createContext<D1Database>();
